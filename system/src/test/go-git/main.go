// Clones or pushes with go-git: go-git-client clone|shallow|push <url> <directory>
// Prints the head and the number of commits, or the error.
package main

import (
	"errors"
	"fmt"
	"os"

	git "github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/config"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"
)

func act(action, url, where string) (string, error) {
	if action == "push" {
		repository, err := git.PlainOpen(where)
		if err != nil {
			return "", err
		}
		remote := git.NewRemote(repository.Storer, &config.RemoteConfig{Name: "there", URLs: []string{url}})
		spec := config.RefSpec("refs/heads/main:refs/heads/main")
		return "pushed", remote.Push(&git.PushOptions{RemoteName: "there", RefSpecs: []config.RefSpec{spec}})
	}
	options := &git.CloneOptions{URL: url}
	if action == "shallow" {
		options.Depth = 1
	}
	repository, err := git.PlainClone(where, false, options)
	if err != nil {
		return "", err
	}
	head, err := repository.Head()
	if err != nil {
		return "", err
	}
	commits, err := repository.Log(&git.LogOptions{})
	if err != nil {
		return "", err
	}
	count := 0
	err = commits.ForEach(func(*object.Commit) error { count++; return nil })
	if action == "shallow" && errors.Is(err, plumbing.ErrObjectNotFound) {
		// Its log does not know where a shallow history ends.
		err = nil
	}
	return fmt.Sprintf("%s %d", head.Hash(), count), err
}

func main() {
	outcome, err := act(os.Args[1], os.Args[2], os.Args[3])
	if err != nil {
		outcome = "error: " + err.Error()
	}
	fmt.Println(outcome)
}

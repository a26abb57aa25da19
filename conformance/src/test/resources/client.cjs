// Clones or pushes with isomorphic-git: node client.cjs clone|shallow|push <url> <directory>
// Prints what came of it as one line of JSON; a refusal is an outcome too.
const fs = require('fs');
const git = require('isomorphic-git');
const http = require('isomorphic-git/http/node');

const [action, url, dir] = process.argv.slice(2);

async function act() {
  if (action === 'clone') {
    await git.clone({ fs, http, dir, url });
    return { head: await git.resolveRef({ fs, dir, ref: 'HEAD' }) };
  }
  if (action === 'shallow') {
    await git.clone({ fs, http, dir, url, depth: 1, singleBranch: true });
    return { commits: (await git.log({ fs, dir })).length };
  }
  return git.push({ fs, http, dir, url, ref: 'main', remoteRef: 'refs/heads/main' });
}

act().then(
  (done) => console.log(JSON.stringify(done)),
  (wrong) => console.log(JSON.stringify({ code: wrong.code, message: wrong.message, data: wrong.data }))
);

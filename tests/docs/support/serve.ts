// Replaces a serving command, such as `hub run`. The test starts the real command, and this process ends when that
// command is ready.
const [, , serving = '', ...argv] = process.argv
const answer = await fetch(serving, {
  method: 'POST',
  body: JSON.stringify({ argv, cwd: process.cwd(), env: process.env }),
})
process.stdout.write(await answer.text())
process.exitCode = answer.ok ? 0 : 1

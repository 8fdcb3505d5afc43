// Runs instead of a serving command, such as `hub run`: asks the test to start that command, and waits until the
// command is ready.
const [, , serving = '', ...argv] = process.argv
const answer = await fetch(serving, {
  method: 'POST',
  body: JSON.stringify({ argv, cwd: process.cwd(), env: process.env }),
})
process.stdout.write(await answer.text())
process.exitCode = answer.ok ? 0 : 1

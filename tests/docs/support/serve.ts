// Replaces a command that serves: the test starts the command, and this process ends once it is ready.
const [, , serving = '', ...argv] = process.argv
const answer = await fetch(serving, {
  method: 'POST',
  body: JSON.stringify({ argv, cwd: process.cwd(), env: process.env }),
})
process.stdout.write(await answer.text())
process.exitCode = answer.ok ? 0 : 1

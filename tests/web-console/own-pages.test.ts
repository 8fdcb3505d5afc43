import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser } from '../support/browser.ts'
import { startEdgedConsole } from './edged-console.ts'

const TOOLS = `import { defineTool, z } from 'hub-service'
export const letter = defineTool({
  name: 'send_letter', description: 'Sends a letter', confirm: true,
  input: z.object({ to: z.string(), text: z.string() }),
  title: ({ to }) => 'Sending a letter to ' + to,
  run: ({ to }) => 'The letter to ' + to + ' is on its way.',
})
`
const hub = await startEdgedConsole({ after }, { files: { 'tools/letters.ts': TOOLS } })
await hub.admin.get('/me')
const pat = await hub.addPerson('Pat')
await hub.admin.post('/access/grant', { subject: pat.email, hub: 'garden', permission: 'use_hub' })
const ask = async (content: string): Promise<string> => {
  const answer = await fetch(`${hub.url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${hub.bridgeKey}`,
      'content-type': 'application/json',
      'x-chatapp-user-email': pat.email,
    },
    body: JSON.stringify({ model: 'garden', messages: [{ role: 'user', content }] }),
  })
  return answer.text()
}
const open = async (path: string, size: { width?: number; height?: number } = {}) => {
  const browser = await openBrowser(size)
  await browser.context.addCookies([{ name: 'token', value: pat.token, url: hub.origin }])
  const page = await browser.newPage()
  await page.goto(hub.origin + path)
  return { browser, page }
}
const shoot = process.env['SHOTS']

test('a person without managed Hubs reads a call, confirms it and sees its result [web-console.own-pages]', async () => {
  const input = { to: 'Kim', text: 'Dear Kim,\n\nthe roses are in bloom.' }
  const link = /\/portal\/change-requests\/[0-9a-f-]{36}/.exec(
    await ask(`/tool send_letter ${JSON.stringify(input)}`),
  )
  assert.ok(link)
  const { browser, page } = await open(link[0])
  await using _ = browser
  await page.getByRole('heading', { name: 'Sending a letter to Kim' }).waitFor()
  await page.getByText('the roses are in bloom').waitFor()
  if (shoot) await page.screenshot({ path: `${shoot}/call.png` })
  await page.getByRole('button', { name: 'Approve and run' }).click()
  await page.getByText('The letter to Kim is on its way.').waitFor()
  if (shoot) await page.screenshot({ path: `${shoot}/done.png` })
  assert.deepEqual(browser.complaints, [])
})

test('a person reads the agent’s notes about them and erases them [web-console.own-pages]', async () => {
  for (const text of ['Likes short answers', 'Works on the rose beds'])
    await ask(`/tool remember ${JSON.stringify({ action: 'save', text })}`)
  const { browser, page } = await open('/portal/memory', { width: 390 })
  await using _ = browser
  await page.getByText('Works on the rose beds').waitFor()
  if (shoot) await page.screenshot({ path: `${shoot}/memory.png` })
  await page.getByRole('button', { name: 'Erase “Likes short answers”' }).click()
  await page.getByText('Likes short answers').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Erase all' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase all' }).click()
  await page.getByText('No notes about you').waitFor()
  assert.deepEqual(browser.complaints, [])
})

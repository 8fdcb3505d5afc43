import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventFile } from '#core/inbox/event-file.ts'
import { readEventTool } from './event-tool.ts'

const read = async (contentType: string, body: string) => {
  const content = eventFile('webhook', 0, { id: null, query: [], contentType, body: Buffer.from(body) })
  const tool = readEventTool(['e.json'], async () => content)
  return String(await tool.run({ name: 'e.json' }, {} as never))
}

test('read_event returns forms and XML as objects, and other bodies unchanged [task.read-event]', async () => {
  const bodyOf = async (...given: [contentType: string, body: string]) =>
    JSON.parse(await read(...given)).body
  assert.deepEqual(await bodyOf('application/x-www-form-urlencoded', 'From=%2B49&Body=STOP+now'), {
    From: '+49',
    Body: 'STOP now',
  })
  const parts =
    '--b\r\nContent-Disposition: form-data; name="note"\r\n\r\nfull\r\n--b\r\nContent-Disposition: form-data; name="f"; filename="a.pdf"\r\n\r\nbytes\r\n--b--\r\n'
  assert.deepEqual(await bodyOf('multipart/form-data; boundary=b', parts), { note: 'full', f: 'a.pdf' })
  assert.deepEqual(await bodyOf('text/xml', '<order id="7"><state>paid</state></order>'), {
    order: { '@id': '7', state: 'paid' },
  })
  assert.equal(await bodyOf('text/xml', '<order>'), '<order>')
  assert.equal(await bodyOf('text/plain', 'a=b'), 'a=b')
  assert.match(await read('application/json', '{"n":12345678901234567890.10}'), /12345678901234567890\.10/)
})

test('read_event shortens a long event [task.read-event]', async () => {
  assert.match(await read('text/plain', 'x'.repeat(300_000)), /… \d+ more characters$/)
})

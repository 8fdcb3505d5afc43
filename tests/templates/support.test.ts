import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile, readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { calls, says } from '../support/upstream.ts'
import { startTemplate, toolResults } from './started-template.ts'
import { until } from '../support/until.ts'

const SECRET = 'a secret of the mail service'

async function startPostmark(t: TestContext) {
  const sent: { token: string | string[] | undefined; mail: any }[] = []
  const server = createServer(async (request, response) => {
    sent.push({ token: request.headers['x-postmark-server-token'], mail: await json(request) })
    const answer = { ErrorCode: 0, Message: 'OK', MessageID: 'b7bc2f4a-e38e-4336-af7d-e6c392c2f817', To: '' }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return { sent, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** In the form of Postmark's inbound webhook. */
const mail = (id: string, subject: string, text: string) => ({
  FromName: 'Kim',
  MessageStream: 'inbound',
  From: 'kim@customer.example',
  FromFull: { Email: 'kim@customer.example', Name: 'Kim', MailboxHash: '' },
  To: 'support@example.com',
  Subject: subject,
  MessageID: id,
  Date: 'Mon, 30 Nov 2026 09:12:00 +0000',
  TextBody: text,
  HtmlBody: '',
  StrippedTextReply: '',
  Headers: [{ Name: 'Message-ID', Value: '<CAF1@mail.customer.example>' }],
  Attachments: [],
})

const draft = (subject: string, text: string) =>
  `To: kim@customer.example\nSubject: Re: ${subject}\nIn-Reply-To: <CAF1@mail.customer.example>\nSources: orders.md\n\n${text}\n`

test('an e-mail becomes a draft, a person answers what the pages do not, and an approved reply is sent [templates.support]', async (t) => {
  const postmark = await startPostmark(t)
  const environment = {
    MAIL_WEBHOOK_SECRET: SECRET,
    SUPPORT_ADDRESS: 'support@example.com',
    POSTMARK_TOKEN: 'server-token-1',
    POSTMARK_URL: postmark.url,
  }
  const started = await startTemplate(t, 'support', environment, ['--webhook'])
  const { running, model, ann, grant, ask, request, ended } = started
  await grant('send_replies')
  const deliver = async (id: string, subject: string, text: string, secret = SECRET) => {
    const response = await fetch(`${running.url}/webhooks/garden/mail`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`hub:${secret}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(mail(id, subject, text)),
    })
    return response.status
  }

  const answer = 'Your parcel is lost. We send your order again today.'
  const path = 'files/drafts/m1.md'
  model.script(
    calls({ name: 'search_files', input: { query: 'not arrived' } }),
    calls({ name: 'ask_person', input: { question: 'Kim’s parcel is 9 days late. Send it again?' } }),
    (reply, { body }) => {
      const asked = toolResults({ body } as never).at(-1)
      assert.match(asked!, /Yes, send it/)
      const content = draft('Where is it?', answer)
      return calls({ name: 'write_file', input: { path, content } })(reply, null as never)
    },
    calls({ name: 'write_file', input: { path: 'files/orders.md', content: 'All is free.' } }),
    calls({ name: 'finish', input: { status: 'done', summary: 'kim@customer.example: drafted' } }),
  )
  assert.equal(await deliver('m1', 'Where is it?', 'My parcel is late.', 'wrong'), 403)
  assert.equal(await deliver('m1', 'Where is it?', 'My parcel is late.'), 200)
  const question = await request('question')
  await ann.call('POST', `/portal/api/change-requests/${question.id}/answer`, {
    plan_hash: question.plan_hash,
    content: { answer: 'Yes, send it.' },
  })
  const run = await ended('md:mail')
  assert.equal(run.status, 'succeeded', JSON.stringify(run))
  const files = join(running.folder, 'files')
  assert.equal(await readFile(join(files, 'drafts/m1.md'), 'utf8'), draft('Where is it?', answer))
  assert.match(await readFile(join(files, 'orders.md'), 'utf8'), /^# Orders/, 'only drafts are writable')
  const offered = model.requests[0]!.body.tools!.map(({ function: { name } }) => name)
  assert.ok(!offered.includes('send_reply'))
  assert.deepEqual(postmark.sent, [])

  const confirmed = async (input: object) => {
    model.script(calls({ name: 'send_reply', input }), says('Proposed.'))
    await ask('Send the draft')
    const { id, plan_hash } = await request('tool_call')
    await ann.call('POST', `/portal/api/change-requests/${id}/confirm`, { plan_hash })
    return until(
      async () => {
        const { result } = await ann.call('GET', `/portal/api/change-requests/${id}`)
        return result && result.outcome !== 'running' && result
      },
      { what: 'the result' },
    )
  }
  const misled = await confirmed({ draft: path, to: 'eve@example.org', text: answer })
  assert.match(misled.output, /is for kim@customer\.example, not for eve@example\.org/)
  assert.deepEqual(postmark.sent, [])
  assert.equal(
    (await confirmed({ draft: path, to: 'kim@customer.example', text: answer })).outcome,
    'applied',
  )
  assert.deepEqual(postmark.sent, [
    {
      token: 'server-token-1',
      mail: {
        From: 'support@example.com',
        To: 'kim@customer.example',
        Subject: 'Re: Where is it?',
        TextBody: answer,
        Headers: ['In-Reply-To', 'References'].map((Name) => ({
          Name,
          Value: '<CAF1@mail.customer.example>',
        })),
      },
    },
  ])
  assert.deepEqual(await readdir(join(files, 'drafts')), ['sent'])
  assert.deepEqual(await readdir(join(files, 'drafts/sent')), ['m1.md'])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMailConfig } from './mail.ts'

const SVC_MAIL_FROM = 'hub@example.com'

test('an address of a mail server must be smtp, and its user name and password must be encoded', () => {
  const url = 'smtp://u:p%25ss@mail.example.com'
  assert.deepEqual(readMailConfig({ SVC_SMTP_URL: url, SVC_MAIL_FROM }), { url, from: SVC_MAIL_FROM })
  for (const bad of ['smtp://u:p%ss@h', 'smtps://u%:p@h', 'smtp://u:%ff@h', 'http://h', 'mail.example.com'])
    assert.throws(
      () => readMailConfig({ SVC_SMTP_URL: bad, SVC_MAIL_FROM }),
      ({ message }: Error) =>
        /SVC_SMTP_URL.*encode special characters/s.test(message) && !message.includes(bad),
      bad,
    )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { certificateTrouble, describeCertificateTrouble } from './certificate-trouble.ts'

const coded = (code: string) => Object.assign(new Error('refused'), { code })

test('a refused certificate is described with the fix, at any depth of the error’s causes', () => {
  for (const code of [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ]) {
    const wrapped = new Error('fetch failed', { cause: new Error('connect', { cause: coded(code) }) })
    assert.match(describeCertificateTrouble(wrapped)!, new RegExp(`\\(${code}\\); .*NODE_EXTRA_CA_CERTS`))
  }
  assert.match(
    describeCertificateTrouble(coded('ERR_TLS_CERT_ALTNAME_INVALID'))!,
    /another name .*use a name/,
  )
  assert.match(describeCertificateTrouble(coded('CERT_HAS_EXPIRED'))!, /expired .*renew/)
  for (const other of [coded('ECONNREFUSED'), new Error('x'), null, 'CERT_HAS_EXPIRED'])
    assert.equal(certificateTrouble(other), null)
})

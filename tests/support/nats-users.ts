import { randomUUID } from 'node:crypto'
import { nkeys } from '@nats-io/transport-node'

export interface NatsUser {
  seed: string
  nkeyServer: string
  operatorServer: string
  /** Contents of a credentials file. @param expiresInS Lifetime of the user's JWT; negative: it has expired. */
  creds(options?: { expiresInS?: number; seed?: string }): string
}

export function makeNatsUser(): NatsUser {
  const [operator, account, user] = [nkeys.createOperator(), nkeys.createAccount(), nkeys.createUser()]
  const operatorJwt = jwtBy(operator, { sub: operator.getPublicKey(), nats: { type: 'operator' } })
  const accountJwt = jwtBy(operator, {
    sub: account.getPublicKey(),
    nats: { type: 'account', limits: LIMITS },
  })
  const seed = Buffer.from(user.getSeed()).toString()
  return {
    seed,
    nkeyServer: `authorization { users = [{ nkey: ${user.getPublicKey()} }] }\n`,
    operatorServer: `operator: ${operatorJwt}
resolver: MEMORY
resolver_preload: { ${account.getPublicKey()}: ${accountJwt} }
`,
    creds({ expiresInS, seed: other } = {}) {
      const exp = expiresInS === undefined ? {} : { exp: Math.floor(Date.now() / 1000) + expiresInS }
      const nats = { type: 'user', subs: -1, data: -1, payload: -1, pub: {}, sub: {} }
      const jwt = jwtBy(account, { sub: user.getPublicKey(), ...exp, nats })
      return `-----BEGIN NATS USER JWT-----
${jwt}
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
${other ?? seed}
------END USER NKEY SEED------
`
    },
  }
}

const LIMITS = {
  subs: -1,
  data: -1,
  payload: -1,
  imports: -1,
  exports: -1,
  wildcards: true,
  conn: -1,
  leaf: -1,
}

function jwtBy(
  issuer: ReturnType<typeof nkeys.createUser>,
  claims: { sub: string; exp?: number; nats: object },
): string {
  const whole = {
    jti: randomUUID(),
    iat: Math.floor(Date.now() / 1000),
    iss: issuer.getPublicKey(),
    ...claims,
  }
  const text = [
    { typ: 'JWT', alg: 'ed25519-nkey' },
    { ...whole, nats: { version: 2, ...claims.nats } },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${text}.${Buffer.from(issuer.sign(Buffer.from(text))).toString('base64url')}`
}

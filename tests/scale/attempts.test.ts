import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFailedAttempts } from '#ground/identity/failed-attempts.ts'
import { clientOf } from '../chatapp/client.ts'
import { emailOf, PASSWORD, signUpAt } from '../chatapp/started-chatapp.ts'
import { manualClock } from '../support/manual-clock.ts'
import { bearer, post, request } from '../support/mcp.ts'
import { postgresPrograms } from '../support/postgres.ts'
import { openTestStore, BACKENDS } from '../support/stores.ts'
import { startInstances } from './started-instances.ts'

const skip = postgresPrograms ? false : 'no Postgres programs on this machine'
const POSTGRES = BACKENDS.find(({ kind }) => kind === 'postgres')!

test(
  'attempts with passwords and keys at several instances share one limit [scale.attempts]',
  { skip, timeout: 120_000 },
  async () => {
    await using instances = await startInstances({ MCP_SERVER: 'true' })
    const [one, two] = [await instances.start('one'), await instances.start('two')]
    const ann = await signUpAt(one.url, 'Ann')
    const { api_key: key } = (await ann.post('/api/v1/auths/api_key')).json
    const anns = { email: emailOf('Ann'), password: PASSWORD }
    const signInAt = (n: number, form: object) =>
      clientOf([one, two][n % 2]!.url).post('/api/v1/auths/signin', form)
    const callAt = (n: number, ownKey: string) =>
      post(`${[one, two][n % 2]!.url}/mcp`, request('tools/list'), bearer(ownKey))
    assert.equal((await signInAt(1, anns)).status, 200)
    assert.equal((await callAt(0, key)).status, 200)

    const burst = await Promise.all(
      Array.from({ length: 28 }, (_, n) => signInAt(n, { ...anns, password: `wrong ${n}` })),
    )
    const failed = burst.filter(({ status }) => status === 400).length
    assert.ok(failed === 15 || failed === 16, `${failed} were looked at`)
    assert.ok(burst.every(({ status }) => status === 400 || status === 429))
    for (const n of [0, 1]) {
      const limited = await signInAt(n, anns)
      assert.equal(limited.status, 429)
      const wait = Number(limited.headers.get('retry-after'))
      assert.ok(wait > 100 && wait <= 180, `${wait} s`)
    }

    let others = 0
    while ((await signInAt(others, { email: `p${others}@example.com`, password: 'wrong' })).status === 400)
      others++
    assert.equal(failed + others, 60)

    const statuses = []
    for (let n = 0; n < 130; n++) statuses.push((await callAt(n, `sk-${n}`)).status)
    assert.deepEqual(statuses, [...Array(120).fill(401), ...Array(10).fill(429)])
    assert.equal((await callAt(1, key)).status, 429, 'a key that was never seen there waits with its address')
    assert.equal((await callAt(0, key)).status, 200, 'one that was right there before passes')
  },
)

test(
  'attempts that failed count as long as their window, for each alone, and are swept [scale.attempts]',
  { skip },
  async (t) => {
    const store = await openTestStore(t, POSTGRES)
    const clock = manualClock(1_000_000)
    const [here, there] = [createFailedAttempts({ store, clock }), createFailedAttempts({ store, clock })]
    const share = (who: string) => ({ kind: 'a secret', subject: who, attempts: 3, windowSeconds: 100 })
    const [ann, bob] = [share('ann'), share('bob')]
    for (const instance of [here, there, here]) {
      assert.equal(await there.secondsToWait([ann, bob]), 0)
      await instance.recordFailure([ann])
      clock.advance(10_000)
    }
    assert.deepEqual(
      await Promise.all([here, there].map((instance) => instance.secondsToWait([bob, ann]))),
      [70, 70],
    )
    assert.equal(await there.secondsToWait([bob]), 0)
    await there.recordFailure([ann])
    assert.equal(await here.secondsToWait([ann]), 80)
    clock.advance(80_000)
    assert.equal(await here.secondsToWait([ann]), 0)
    const kept = () => store.db.selectFrom('failed_attempts').selectAll().execute()
    assert.ok((await kept()).every(({ subject }) => /^[0-9a-f]{64}$/.test(subject)))
    clock.advance(100_000)
    await here.recordFailure([bob])
    assert.equal((await kept()).length, 1)
  },
)

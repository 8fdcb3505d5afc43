import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { createPrograms } from '#surfaces/mcp/oauth/programs.ts'
import { createProgramSignIns } from '#surfaces/mcp/oauth/sign-ins.ts'
import { testClock } from '../support/clock.ts'
import { CHALLENGE, REDIRECT, VERIFIER } from '../support/mcp-sign-in.ts'
import { BACKENDS, openTestStore, type Backend } from '../support/stores.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const RESOURCE = 'https://hub.example.com/mcp/oauth'

const ROW = { name: 'Crowd', redirect_uris: '[]', allowed_at_ms: null }

async function start(t: TestContext, backend: Backend) {
  const clock = testClock()
  const store = await openTestStore(t, backend)
  const programs = createPrograms({ store, clock })
  const signIns = createProgramSignIns({ store, clock, secret: 'secret of the Hub' })
  const other = createProgramSignIns({ store, clock, secret: 'secret of the Hub' })
  const register = async () => {
    const made = await programs.register({ redirect_uris: [REDIRECT], client_name: 'Connector' })
    assert.ok(made.ok)
    return made.value.id
  }
  const allow = (programId: string, userId = 'bea') =>
    signIns.allow({
      programId,
      userId,
      hub: 'garden',
      resource: RESOURCE,
      redirectUri: REDIRECT,
      codeChallenge: CHALLENGE,
    })
  const redeem = (programId: string, code: string, hub = 'garden') =>
    signIns.redeem(code, { programId, hub, resource: null, redirectUri: REDIRECT, verifier: VERIFIER })
  const signIn = async (programId: string, userId?: string) => {
    const given = await redeem(programId, await allow(programId, userId))
    assert.ok(given.ok)
    return given.value
  }
  return { clock, store, programs, ...signIns, other, register, allow, redeem, signIn }
}

for (const backend of BACKENDS)
  describe(`sign-ins on ${backend.kind}`, { skip: backend.skip }, () => {
    test('a code lasts a minute, and of uses at once one wins and is undone [mcp.oauth.code]', async (t) => {
      const { clock, register, allow, redeem, ownerOf } = await start(t, backend)
      const program = await register()
      const late = await allow(program)
      clock.advance(60_000)
      assert.equal((await redeem(program, late)).ok, false)
      const code = await allow(program)
      const given = await Promise.all([1, 2, 3].map(() => redeem(program, code)))
      const won = given.filter(({ ok }) => ok)
      assert.equal(won.length, 1)
      assert.equal(await ownerOf(won[0]?.ok ? won[0].value.accessToken : ''), null)
    })

    test('an access token lasts an hour, thirty idle days end the sign-in [mcp.oauth.refresh]', async (t) => {
      const { clock, register, signIn, renew, ownerOf, list } = await start(t, backend)
      const programId = await register()
      const first = await signIn(programId)
      const owner = { userId: 'bea', programName: 'Connector', hub: 'garden', resource: RESOURCE }
      clock.advance(HOUR_MS - 1)
      assert.deepEqual(await ownerOf(first.accessToken), owner)
      clock.advance(1)
      assert.equal(await ownerOf(first.accessToken), null)
      clock.advance(29 * DAY_MS)
      const second = await renew(first.refreshToken, { programId, hub: 'garden', resource: RESOURCE })
      assert.ok(second.ok)
      assert.deepEqual(await ownerOf(second.value.accessToken), owner)
      clock.advance(30 * DAY_MS - 1)
      assert.equal((await list('bea')).length, 1)
      clock.advance(1)
      assert.deepEqual(await list('bea'), [])
      assert.equal(
        (await renew(second.value.refreshToken, { programId, hub: 'garden', resource: null })).ok,
        false,
      )
    })

    test('renewals at once, also at two instances, get one answer, and later ones end the sign-in [mcp.oauth.refresh]', async (t) => {
      const { clock, register, signIn, renew, other, ownerOf, list } = await start(t, backend)
      const programId = await register()
      const by = { programId, hub: 'garden', resource: null }
      const { refreshToken } = await signIn(programId)
      const given = await Promise.all([renew, other.renew, renew].map((ask) => ask(refreshToken, by)))
      const [first, ...repeated] = given.map((one) => (one.ok ? one.value : null))
      assert.ok(first && (await ownerOf(first.accessToken)))
      for (const one of repeated) assert.deepEqual(one, first)
      clock.advance(19_999)
      const late = await other.renew(refreshToken, by)
      assert.deepEqual(late.ok && late.value, { ...first, seconds: 3581 })
      clock.advance(1)
      assert.equal((await renew(refreshToken, by)).ok, false)
      assert.equal(await ownerOf(first.accessToken), null)
      assert.equal((await renew(first.refreshToken, by)).ok, false)
      assert.deepEqual(await list('bea'), [])
    })

    test('a repetition after the next token was used, or by another program, ends the sign-in [mcp.oauth.refresh]', async (t) => {
      const { register, signIn, renew, ownerOf } = await start(t, backend)
      const [programId, stranger] = [await register(), await register()]
      const by = { programId, hub: 'garden', resource: null }
      for (const thief of [programId, stranger]) {
        const { refreshToken } = await signIn(programId)
        const second = await renew(refreshToken, by)
        assert.ok(second.ok)
        const third = thief === programId ? await renew(second.value.refreshToken, by) : second
        assert.ok(third.ok)
        assert.equal((await renew(refreshToken, { ...by, programId: thief })).ok, false)
        assert.equal(await ownerOf(third.value.accessToken), null)
      }
    })

    test('codes and refresh tokens of one Hub are invalid at another on the same database [mcp.oauth.tokens]', async (t) => {
      const { register, allow, signIn, redeem, renew, list } = await start(t, backend)
      const programId = await register()
      const { refreshToken } = await signIn(programId)
      const elsewhere = await renew(refreshToken, { programId, hub: 'orchard', resource: null })
      assert.equal(elsewhere.ok, false)
      const code = await allow(programId)
      assert.equal((await redeem(programId, code, 'orchard')).ok, false)
      assert.equal((await redeem(programId, code)).ok, false, 'it was used up')
      assert.equal((await list('bea')).length, 1)
      assert.ok((await renew(refreshToken, { programId, hub: 'garden', resource: null })).ok)
    })

    test('a person’s hundred newest sign-ins stay [mcp.oauth.bounds]', async (t) => {
      const { clock, store, register, signIn, ownerOf, list } = await start(t, backend)
      const programId = await register()
      const first = await signIn(programId)
      const others = await signIn(programId, 'cleo')
      for (let n = 0; n < 100; n++) {
        clock.advance(1)
        await signIn(programId)
      }
      assert.equal((await list('bea')).length, 100)
      assert.equal(await ownerOf(first.accessToken), null)
      assert.ok(await ownerOf(others.accessToken))
      const { n } = await store.db
        .selectFrom('mcp_tokens')
        .select(({ fn }) => fn.countAll<number | string>().as('n'))
        .executeTakeFirstOrThrow()
      assert.equal(Number(n), 202)
    })

    test('unused registrations make room, and new ones and those in use stay [mcp.oauth.bounds]', async (t) => {
      const { clock, store, programs, register } = await start(t, backend)
      const used = await register()
      await programs.noteAllowed((await programs.find(used))!)
      const unused = await register()
      await store.db
        .insertInto('mcp_programs')
        .values(Array.from({ length: 999 }, (_, n) => ({ ...ROW, id: `p${n}`, created_at_ms: clock.now() })))
        .execute()
      const full = await programs.register({ redirect_uris: [REDIRECT] })
      assert.equal(full.ok ? null : full.refusal.error, 'temporarily_unavailable')
      clock.advance(10 * 60_000)
      const late = await register()
      assert.equal(await programs.find(unused), null)
      assert.ok((await programs.find(used)) && (await programs.find(late)))
    })
  })

import type { TestContext } from 'node:test'
import { freePorts } from '../../support/free-ports.ts'
import { startOpenIdProvider } from '../../support/openid-provider.ts'
import { FRONT_TABLE, writeRow, type Row } from '../clients/page.ts'
import { CHECKS } from './checks.ts'
import { FRONTS, PROXY_CLIENT, type Front } from './fronts.ts'
import { startFrontHub, type FrontHub } from './hub.ts'
import { OWN_CHECKS } from './own-checks.ts'
import { originOf } from './requests.ts'
import { runFront } from './run-front.ts'

/** True if all checks passed. */
export async function tryFronts(names: readonly string[]): Promise<boolean> {
  const wanted = names.map((name) => name.toLowerCase())
  const fronts = FRONTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name.toLowerCase()))
  if (fronts.length < wanted.length) {
    console.error(`Fronts: ${FRONTS.map(({ name }) => name).join(', ')}`)
    return false
  }
  await using stack = new AsyncDisposableStack()
  const hub = stack.use(await startFrontHub())
  const after = { after: (work: any) => stack.defer(async () => work()) } as TestContext
  const provider = await startOpenIdProvider(after, {
    redirectUris: [`${originOf(hub.door)}/oauth2/callback`],
    claims: () => ({ email_verified: true }),
    client: { client_id: PROXY_CLIENT.id, client_secret: PROXY_CLIENT.secret },
  })
  let isGood = true
  for (const front of fronts) {
    const tried = await tryFront(front, hub, provider.url)
    isGood &&= tried !== null && tried.tried.every(({ failure }) => failure === null)
    if (tried) writeRow(tried)
  }
  return isGood
}

async function tryFront(front: Front, hub: FrontHub, issuer: string): Promise<Row | null> {
  const program = await front.install().catch((error: Error) => {
    console.log(`✖ ${front.name} cannot be installed: ${error.message.slice(0, 1000)}`)
    return null
  })
  if (program === null) return null
  const version = front.version(program)
  await using running = await runFront(front, program, hub, issuer)
  const startBefore = async (url: string) => {
    const [port] = await freePorts(1)
    const door = { ...hub.door, port: port! }
    const other = await runFront(front, program, { ...hub, url, door }, issuer)
    return { door, [Symbol.asyncDispose]: () => other[Symbol.asyncDispose]() }
  }
  const tried: Row['tried'][number][] = []
  for (const [what, check] of Object.entries({ ...CHECKS, ...OWN_CHECKS[front.name] })) {
    const failure = await check({ front, program, running, hub, startBefore }).then(
      () => null,
      (error: Error) => error.message,
    )
    console.log(
      `${failure === null ? '✔' : '✖'} ${front.name} ${what}${failure === null ? '' : `: ${failure}`}`,
    )
    tried.push({ what, failure })
  }
  return { table: FRONT_TABLE, name: front.name, version, tried, date: new Date().toISOString().slice(0, 10) }
}

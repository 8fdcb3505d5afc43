import type { TestContext } from 'node:test'
import { freePorts } from '../../support/free-ports.ts'
import { startOpenIdProvider } from '../../support/openid-provider.ts'
import { FRONT_TABLE } from '../clients/page.ts'
import { missingProgram } from '../clients/toolchains.ts'
import type { AreaReport } from '../report.ts'
import { createTries } from '../tries.ts'
import { CHECKS } from './checks.ts'
import { FRONTS, PROXY_CLIENT, type Front } from './fronts.ts'
import { startFrontHub, type FrontHub } from './hub.ts'
import { OWN_CHECKS } from './own-checks.ts'
import { originOf } from './requests.ts'
import { runFront } from './run-front.ts'

export async function tryFronts(names: readonly string[], report: AreaReport): Promise<void> {
  const wanted = names.map((name) => name.toLowerCase())
  const fronts = FRONTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name.toLowerCase()))
  if (fronts.length < wanted.length) {
    report.failed(`there are only these fronts: ${FRONTS.map(({ name }) => name).join(', ')}`)
    return
  }
  await using stack = new AsyncDisposableStack()
  const hub = stack.use(await startFrontHub())
  const after = { after: (work: any) => stack.defer(async () => work()) } as TestContext
  const provider = await startOpenIdProvider(after, {
    redirectUris: [`${originOf(hub.door)}/oauth2/callback`],
    claims: () => ({ email_verified: true }),
    client: { client_id: PROXY_CLIENT.id, client_secret: PROXY_CLIENT.secret },
  })
  for (const front of fronts) {
    const missing = missingProgram(front)
    if (missing !== null) report.lacks(front.name, missing)
    else
      await tryFront(front, hub, provider.url, report).catch((error: Error) =>
        report.failed(`${front.name}: ${error.message}`),
      )
  }
}

async function tryFront(front: Front, hub: FrontHub, issuer: string, report: AreaReport): Promise<void> {
  const program = await front.install()
  const version = front.version(program)
  await using running = await runFront(front, program, hub, issuer)
  const startBefore = async (url: string) => {
    const [port] = await freePorts(1)
    const door = { ...hub.door, port: port! }
    const other = await runFront(front, program, { ...hub, url, door }, issuer)
    return { door, [Symbol.asyncDispose]: () => other[Symbol.asyncDispose]() }
  }
  const { tried, run } = createTries(front.name)
  for (const [what, check] of Object.entries({ ...CHECKS, ...OWN_CHECKS[front.name] }))
    await run(what, () => check({ front, program, running, hub, startBefore }))
  report.row({ table: FRONT_TABLE, name: front.name, version, tried })
}

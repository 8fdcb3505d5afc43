import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureTestClients } from '../../../bin/setup/dependencies.mjs'
import { root } from '../../../bin/setup/tree.mjs'
import { folderOf } from '../../clients/clients.ts'
import {
  listScenarios,
  REVISIONS,
  runAuthorizationMode,
  runClientScenario,
  runServerRevision,
  runServerScenario,
  startConformanceHub,
  type ListedScenario,
} from '../../mcp/conformance-run.ts'
import { verdictOn, type ScenarioResult, type Verdict } from '../../mcp/conformance-verdict.ts'
import { freePorts } from '../../support/free-ports.ts'
import { startSignInServer } from './conformance-sign-in.ts'
import type { PeerHub } from './hub.ts'

const MAX_PARALLEL_SCENARIOS = 6

export async function runConformance(hub: PeerHub): Promise<Verdict[]> {
  await ensureTestClients()
  return [...(await serverVerdicts()), ...(await clientVerdicts(hub)), ...(await authorizationVerdicts(hub))]
}

export const conformanceVersion = (): string => {
  const manifest = join(folderOf('@modelcontextprotocol/conformance'), 'package.json')
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}

async function serverVerdicts(): Promise<Verdict[]> {
  const closing: (() => PromiseLike<unknown>)[] = []
  const verdicts: Verdict[] = []
  const add = (results: readonly ScenarioResult[], revision: string | null) =>
    verdicts.push(...results.map((result) => verdictOn(result, { mode: 'server', revision })))
  try {
    const url = await startConformanceHub({ after: (close) => void closing.push(close) })
    for (const revision of REVISIONS) add(await runServerRevision(url, revision), revision)
    const ran = new Set(verdicts.map(({ scenario }) => scenario))
    for (const { scenario } of await listScenarios('server'))
      if (!ran.has(scenario)) add(await runServerScenario(url, scenario), null)
    return verdicts
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}

async function clientVerdicts(hub: PeerHub): Promise<Verdict[]> {
  await using signIn = await startSignInServer(hub)
  const program = (name: string) => join(root, 'tests/peers/clients', name)
  const commandFor = (scenario: string) =>
    scenario.startsWith('auth/')
      ? `${process.execPath} ${program('conformance-sign-in-client.mjs')} ${signIn.url}`
      : `${process.execPath} ${program('conformance-client.ts')}`
  const wanted = (await listScenarios('client')).flatMap((listed) =>
    revisionsOf(listed).map((revision) => ({ scenario: listed.scenario, revision })),
  )
  const verdicts: Verdict[] = Array.from({ length: wanted.length })
  const left = wanted.entries()
  const work = async () => {
    for (const [index, { scenario, revision }] of left) {
      const result = await runClientScenario(commandFor(scenario), scenario, revision)
      verdicts[index] = verdictOn(result, { mode: 'client', revision })
      const { state, reason } = verdicts[index]
      console.log(`  ${scenario} ${revision ?? ''}: ${state === 'fails' ? reason.slice(0, 300) : state}`)
    }
  }
  await Promise.all(Array.from({ length: MAX_PARALLEL_SCENARIOS }, work))
  return verdicts
}

/** Revisions to run; null: the suite's default. */
function revisionsOf({ revisions }: ListedScenario): readonly (string | null)[] {
  const tried = REVISIONS.filter((revision) => revisions.includes(revision))
  return tried.length > 0 ? tried : [null]
}

async function authorizationVerdicts(hub: PeerHub): Promise<Verdict[]> {
  const [port] = await freePorts(1)
  const redirect = `http://127.0.0.1:${port}/callback`
  const resource = hub.environment['HUB_SIGN_IN']!
  const registered = await fetch(`${resource}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Conformance', redirect_uris: [redirect] }),
  })
  const { client_id } = (await registered.json()) as { client_id: string }
  const args = ['--url', resource, '--client-id', client_id, '--resource', resource, '--port', String(port)]
  const results = await runAuthorizationMode(args, (page) => follow(hub, page))
  return results.map((result) => verdictOn(result, { mode: 'authorization', revision: null }))
}

async function follow(hub: PeerHub, page: URL): Promise<void> {
  const query = new URLSearchParams({ url: page.href })
  const answer = await fetch(`${hub.environment['HUB_BROWSER']}/?${query}`)
  const target = await answer.text()
  if (!answer.ok) throw new Error(target)
  await fetch(target)
}

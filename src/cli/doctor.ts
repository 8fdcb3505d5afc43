import { resolve } from 'node:path'
import { checkChatapp } from './checks/chatapp.ts'
import { findingsOf, isWhole, type Finding } from './checks/finding.ts'
import { checkGateway, checkHubInGateway, gatewayHubs } from './checks/gateway.ts'
import { checkHub } from './checks/hub.ts'
import { checkModelAnswer } from './checks/model-answer.ts'
import { checkNode } from './checks/node.ts'
import { checkHubPorts } from './checks/ports.ts'
import { checkState } from './checks/state.ts'
import { checkUser } from './checks/user.ts'
import { hubFolderOf } from './hub-folder.ts'
import { workAsOwnerOf } from './owner.ts'
import { formatDim, mark, print, printJson } from './print.ts'
import { readGatewaySettings, readCommandSettings } from './settings.ts'

interface Options {
  hub?: string
  json?: boolean
  /** Also checks whether other instances could run beside this one. */
  scale?: boolean
  offline?: boolean
}

/** `hub doctor`: checks a Hub, running or not, or a gateway and all its Hubs. Exit code 1 if a check fails. */
export async function doctor(
  folderArgument: string | undefined,
  { hub, ...options }: Options,
): Promise<void> {
  const isInOther = folderArgument !== undefined && hub !== undefined && folderArgument !== hub
  const folder = isInOther ? hubFolderOf(folderArgument, hub) : resolve(folderArgument ?? hub ?? '.')
  const hubs = isInOther ? null : await gatewayHubs(folder)
  const ok =
    hubs === null
      ? await doctorOfHub(hubFolderOf(folderArgument, hub), options)
      : await doctorOfAll(folder, hubs, options)
  if (!ok) process.exitCode = 1
}

async function doctorOfHub(hubFolder: string, { json, scale, offline }: Options): Promise<boolean> {
  const settings = await readCommandSettings(hubFolder)
  const findings = await findingsOf([
    checkNode,
    checkUser,
    () => checkHub(hubFolder, settings),
    () => checkState(hubFolder, settings),
    () => checkHubPorts(hubFolder, settings),
    () => checkChatapp(settings.environment),
    ...(offline ? [] : [() => checkModelAnswer(hubFolder, settings)]),
  ])
  if (scale && isWhole(findings)) {
    const { checkOwnScale, checkSharedScale } = await import('./cluster/check-scale.ts')
    findings.push(...(await checkSharedScale(hubFolder, settings)), ...checkOwnScale(hubFolder, settings))
  }
  const ok = isWhole(findings)
  if (json) printJson({ ok, findings })
  else findings.forEach(show)
  return ok
}

async function doctorOfAll(
  folder: string,
  names: readonly string[],
  { json, scale }: Options,
): Promise<boolean> {
  workAsOwnerOf(folder)
  const settings = await readGatewaySettings(folder)
  const findings = [...checkNode(), ...checkUser(), ...(await checkGateway(folder, settings, names))]
  const scaling = scale ? await import('./cluster/check-scale.ts') : null
  if (scaling && isWhole(findings)) findings.push(...(await scaling.checkSharedScale(folder, settings)))
  if (!json) findings.forEach(show)
  let ok = isWhole(findings)
  const hubs = []
  for await (const hub of checkHubInGateway(settings, names, scaling?.checkOwnScale ?? null)) {
    ok &&= isWhole(hub.findings)
    if (json) hubs.push({ ok: isWhole(hub.findings), ...hub })
    else showHub(hub)
  }
  if (json) printJson({ ok, findings, hubs })
  return ok
}

function showHub({ folder, findings }: { folder: string; findings: readonly Finding[] }): void {
  const failures = findings.filter(({ status }) => status === 'fail')
  const warnings = findings.filter(({ status }) => status === 'warn')
  const status = failures.length > 0 ? 'fail' : warnings.length > 0 ? 'warn' : 'ok'
  const counts = [counted(failures.length, 'failure'), counted(warnings.length, 'warning')].filter(Boolean)
  print(`\n${mark(status)} ${folder.padEnd(14)} ${counts.join(', ') || 'no problems found'}`)
  for (const finding of [...failures, ...warnings]) show(finding)
}

const counted = (count: number, what: string): string =>
  count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'}`

function show({ status, subject, message, fix }: Finding): void {
  print(`${mark(status)} ${subject.padEnd(14)} ${message}`)
  if (fix) print(`${' '.repeat(20)} ${formatDim(fix)}`)
}

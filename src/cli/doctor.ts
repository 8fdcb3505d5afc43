import { checkAgentProcess } from './checks/agent-process.ts'
import { checkCommands } from './checks/commands.ts'
import { checkFolder } from './checks/folder.ts'
import type { Finding } from './checks/finding.ts'
import { checkMcpServers } from './checks/mcp-servers.ts'
import { checkMessaging } from './checks/messaging.ts'
import { checkNode } from './checks/node.ts'
import { checkPorts } from './checks/ports.ts'
import { checkSettings } from './checks/settings.ts'
import { checkState } from './checks/state.ts'
import { checkUser } from './checks/user.ts'
import { hubFolderOf } from './hub-folder.ts'
import { dim, mark, print, printJson } from './print.ts'
import { readSettings } from './settings.ts'

/** `hub doctor`: look at everything a Hub needs, also while it runs. Exit code 1 when something is broken. */
export async function doctor(
  given: string | undefined,
  { hub, json }: { hub?: string; json?: boolean },
): Promise<void> {
  const hubFolder = hubFolderOf(given, hub)
  const settings = await readSettings(hubFolder)
  const findings: Finding[] = [
    ...checkNode(),
    ...checkUser(),
    ...(await checkFolder(hubFolder, settings)),
    ...(await checkMcpServers(hubFolder, settings)),
    ...checkSettings(settings),
    ...(await checkMessaging(hubFolder, settings)),
    ...(await checkCommands(settings)),
    ...(await checkAgentProcess(hubFolder, settings)),
    ...(await checkState(hubFolder, settings)),
    ...(await checkPorts(settings)),
  ]
  const ok = findings.every(({ status }) => status !== 'fail')
  if (json) printJson({ ok, findings })
  else findings.forEach(show)
  if (!ok) process.exitCode = 1
}

function show({ status, subject, message, fix }: Finding): void {
  print(`${mark(status)} ${subject.padEnd(14)} ${message}`)
  if (fix) print(`${' '.repeat(20)} ${dim(fix)}`)
}

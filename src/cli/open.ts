import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readRunFile } from '#supervisor/run-file.ts'
import { CommandFailure } from './failure.ts'
import { addressFor } from './front.ts'
import { notRunning } from './not-running.ts'
import { findCommandTarget } from './command-target.ts'
import { print, printJson } from './print.ts'

export async function open(
  folderArgument: string | undefined,
  options: { hub?: string; console?: boolean; json?: boolean },
): Promise<void> {
  const { settings } = await findCommandTarget(folderArgument, options.hub)
  const running = await readRunFile(settings.dataFolder)
  if (running === null) throw new CommandFailure(notRunning(settings, folderArgument ?? options.hub ?? ''))
  const url = `${addressFor(running)}/${options.console ? 'portal/' : ''}`
  const opened = await openInBrowser(url)
  if (options.json) printJson({ url, opened })
  else print(url)
}

async function openInBrowser(url: string): Promise<boolean> {
  const opener = openerOf(process.platform, process.env)
  if (opener === null) return false
  const [program, ...args] = opener
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
  const outcome = await Promise.race([once(child, 'spawn'), once(child, 'error')]).then(
    () => child.pid !== undefined,
    () => false,
  )
  child.unref()
  return outcome
}

const openerOf = (
  platform: string,
  { DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv,
): [string, ...string[]] | null => {
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['explorer']
  return DISPLAY || WAYLAND_DISPLAY ? ['xdg-open'] : null
}

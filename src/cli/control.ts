import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { sendOrder, type ControlOrder } from '#supervisor/control.ts'
import { readRunFile } from '#supervisor/run-file.ts'
import { CommandFailure } from './failure.ts'
import { notRunning } from './not-running.ts'
import { hubFolderOf } from './hub-folder.ts'
import { findCommandTarget } from './command-target.ts'
import { print, printJson } from './print.ts'
import { readCommandSettings } from './settings.ts'

interface Options {
  hub?: string
  json?: boolean
}

/** @param target Slug or folder of a gateway's Hub. Without a target, the command applies to the edge. */
export async function control(
  command: ControlOrder['command'],
  target: string | undefined,
  options: Options,
): Promise<void> {
  if (command !== 'restart' && target === undefined && options.hub === undefined)
    throw new CommandFailure(`${command} needs a Hub: add its slug or folder`, 2)
  const { settings, hub } = await findTarget(target, options)
  const running = await readRunFile(settings.dataFolder)
  if (running?.control === undefined)
    throw new CommandFailure(
      notRunning(settings, [options.hub, target].filter((part) => part !== undefined).join('/')),
    )
  const answer = await sendOrder(running.control, { command, hub }).catch((error: unknown) => {
    throw new CommandFailure(
      `the command could not be sent to the running process: ${(error as Error).message}`,
    )
  })
  if (!answer.ok) throw new CommandFailure(answer.message)
  const name = hub ?? 'edge'
  if (options.json) printJson({ command, hub, state: answer.state })
  else print(`${name}: ${DONE[command]}`)
}

const DONE = { restart: 'restarted', pause: 'paused', resume: 'resumed' }

async function findTarget(target: string | undefined, { hub }: Options) {
  if (target !== undefined && hub !== undefined) {
    const commandTarget = await findCommandTarget(hub).catch(() => null)
    // The running gateway resolves the name, because it also knows Hubs with a deleted folder.
    if (commandTarget?.isGateway)
      return { settings: commandTarget.settings, hub: isPath(target) ? hubFolderOf(target, hub) : target }
    const folder = hubFolderOf(target, hub)
    const settings = await readCommandSettings(folder)
    return { settings, hub: settings.gateway === null ? target : folder }
  }
  const isSlug = target !== undefined && !existsSync(resolve(target))
  const place = await findCommandTarget(isSlug ? hub : (target ?? hub))
  if (isSlug) return { settings: place.settings, hub: target }
  const isOfGateway = !place.isGateway && place.settings.gateway !== null
  return { settings: place.settings, hub: isOfGateway ? place.folder : null }
}

const isPath = (target: string): boolean => /[/\\]/.test(target)

import { createReadStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import type { EpochMs } from '#ground/base/clock.ts'
import { slugOf } from '#ground/hub/slug.ts'
import { parseEntry, formatLogLine } from '#supervisor/log-line.ts'
import { CommandFailure } from './failure.ts'
import { findCommandTarget, type CommandTarget } from './command-target.ts'
import { print } from './print.ts'

type Level = 'debug' | 'info' | 'warn' | 'error'

export interface LogsOptions {
  hub?: string
  lines: number
  since?: EpochMs
  level?: Level
  follow?: boolean
  json?: boolean
}

const LEVELS: readonly Level[] = ['debug', 'info', 'warn', 'error']
const POLL_INTERVAL_MS = 300

export async function logs(folderArgument: string | undefined, options: LogsOptions): Promise<void> {
  const path = logOf(await findCommandTarget(folderArgument, options.hub))
  const folder = dirname(path)
  const files = await filesOf(path)
  if (files.length === 0 && !options.follow)
    throw new CommandFailure(`there is no log in ${folder}: the first start of the Hub creates it`)
  const end = await sizeOf(path) // measured first, so that `follow` also prints lines that are written meanwhile
  const newest: string[] = []
  for (const file of files)
    for await (const line of readLogLines(file, file === path ? end : Infinity))
      if (isWanted(line, options) && newest.push(line) > options.lines) newest.shift()
  newest.forEach((line) => show(line, options))
  if (options.follow) await follow(path, end, options)
}

/**
 * In a gateway each Hub has its own log. The gateway's log contains the entries of the edge and the web chat, and
 * state changes of Hubs.
 */
export function logOf({
  folder,
  settings,
  isGateway,
}: Pick<CommandTarget, 'folder' | 'settings' | 'isGateway'>): string {
  const { dataFolder, gateway, environment } = settings
  const logs = join(dataFolder, 'logs')
  if (gateway === null || isGateway) return join(logs, 'hub.log')
  return join(logs, 'hubs', `${environment['SVC_HUB_SLUG'] || slugOf(basename(folder))}.log`)
}

async function filesOf(path: string): Promise<string[]> {
  const folder = dirname(path)
  const names = await readdir(folder).catch(() => [])
  const name = basename(path)
  return names
    .filter((one) => one === name || (one.startsWith(`${name}.`) && /^\d+$/.test(one.slice(name.length + 1))))
    .toSorted()
    .toReversed()
    .map((one) => join(folder, one))
}

export async function* readLogLines(path: string, end: number): AsyncGenerator<string> {
  if (end === 0) return
  yield* createInterface({ input: createReadStream(path, { end: end - 1 }), crlfDelay: Infinity })
}

async function follow(path: string, from: number, options: LogsOptions): Promise<never> {
  let at = from
  for (; ; await wait(POLL_INTERVAL_MS)) {
    const size = await sizeOf(path)
    if (size < at) at = 0
    if (size === at) continue
    const whole = await wholeLinesBetween(path, at, size)
    at += whole.length
    for (const line of whole.toString().split('\n')) if (isWanted(line, options)) show(line, options)
  }
}

async function wholeLinesBetween(path: string, from: number, to: number): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(to - from), position: from })
  return buffer.subarray(0, buffer.subarray(0, bytesRead).lastIndexOf('\n') + 1)
}

const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.size ?? 0

/**
 * An unstructured line, such as a stack trace, belongs to an error, so each `level` includes the line. The line has
 * no time, so `since` excludes it.
 */
function isWanted(line: string, { since, level = 'debug' }: LogsOptions): boolean {
  const entry = parseEntry(line)
  if (entry === null) return line.trim() !== '' && since === undefined
  const isLate = since === undefined || Date.parse(entry.time ?? '') >= since
  return isLate && LEVELS.indexOf(entry.level as Level) >= LEVELS.indexOf(level)
}

function show(line: string, { json }: LogsOptions): void {
  const entry = parseEntry(line)
  if (json || entry === null) return print(line)
  return print(`${entry.time ?? ''} ${entry.level.padEnd(5)} ${formatLogLine('hub', entry)}`)
}

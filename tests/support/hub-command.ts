import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { slugOf } from '#ground/hub/slug.ts'
import { startInLoadedProcess, startInOwnProcess, type CommandOrder } from './command-processes.ts'
import { servicesOfHub } from './own-services.ts'
import { TEST_PACKAGE, TEST_PACKAGE_CACHE } from '../../bin/setup/test-package.mjs'

export const HUB = join(TEST_PACKAGE, 'bin/hub.mjs')

/** Compile cache, independent of the test's home folder. */
export const WARM_START = { NODE_COMPILE_CACHE: TEST_PACKAGE_CACHE }

export interface CommandResult {
  code: number | null
  stdout: string
  stderr: string
}

/** A process runs many commands, because starting Node takes longer than most commands. */
export async function hub(
  args: readonly string[],
  options: {
    input?: string
    environment?: Record<string, string>
    cwd?: string
    prefix?: readonly string[]
    inOwnProcess?: boolean
  } = {},
): Promise<CommandResult> {
  const order: CommandOrder = {
    argv: [...(options.prefix ?? []), process.execPath, HUB, ...args] as [string, ...string[]],
    environment: {
      PATH: process.env['PATH']!,
      HOME: process.env['HOME']!,
      NO_COLOR: '1',
      ...WARM_START,
      ...(await servicesOfNamed(args, options)),
      ...options.environment,
    },
    cwd: options.cwd ?? process.cwd(),
    input: options.input ?? '',
  }
  const isOwn = options.inOwnProcess ?? options.prefix !== undefined
  const { stdout, stderr, ended } = isOwn ? startInOwnProcess(order) : await startInLoadedProcess(order)
  const [written, complaints, code] = await Promise.all([text(stdout), text(stderr), ended])
  return { code, stdout: written, stderr: complaints }
}

export async function servicesOfNamed(
  args: readonly string[],
  { cwd = process.cwd(), environment }: { cwd?: string; environment?: Record<string, string> } = {},
): Promise<Record<string, string>> {
  const words = args.slice(1).map((arg) => arg.replace(/^--hub=/, ''))
  const bySlug = existsSync(cwd) ? readdirSync(cwd).filter((name) => words.includes(slugOf(name))) : []
  const named = [...words, ...bySlug].map((one) => resolve(cwd, one))
  const folder = [...named, cwd].find((one) => isGateway(one) || existsSync(join(one, 'agent.md')))
  if (folder === undefined) return {}
  return servicesOfHub(isGateway(dirname(folder)) ? dirname(folder) : folder, environment)
}

const isGateway = (folder: string): boolean => existsSync(join(folder, '.svc/gateway.json'))

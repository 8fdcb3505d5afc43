import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { McpServerEvents } from '#core/agent/mcp-servers/log-events.ts'
import {
  createMcpServers,
  type McpServers,
  type McpServersDeps,
} from '#core/agent/mcp-servers/mcp-servers.ts'
import type { AskPerson } from '#core/agent/tools/questions/ask.ts'
import type { Tool, ToolContext } from '#core/agent/tools/tool.ts'
import { WithFiles, type ShownFile } from '#core/agent/tools/with-files.ts'
import { systemClock } from '#ground/base/clock.ts'
import type { Hub } from '#ground/hub/hub.ts'
import { openHub } from '#ground/hub/open.ts'
import { testProgram } from './test-program.ts'
import { folderWith } from './folder.ts'
import { seenEvents } from './seen-events.ts'
import { CALLER } from './agent.ts'

export interface McpHub {
  servers: McpServers
  hub: Hub
  folder: string
  events: { name: keyof McpServerEvents; fields: Record<string, unknown> }[]
  saved: { filename: string; content: Uint8Array | string }[]
  tool(name: string): Tool
  ready(): Promise<void>
  call(name: string, input?: unknown, context?: Partial<ToolContext> & { ask?: AskPerson }): Promise<string>
  shown: ShownFile[]
  rewrite(servers: object): Promise<void>
  event(name: keyof McpServerEvents, fields?: Record<string, unknown>): Promise<Record<string, unknown>>
}

export type McpHubOptions = Partial<Pick<McpServersDeps, 'clock' | 'connectionToken' | 'environment'>>

export const program = (file: string, args: string[] = [], more: object = {}) => ({
  command: process.execPath,
  args: [...testProgram(file), ...args],
  ...more,
})

export async function startMcpHub(
  t: TestContext,
  mcpServers: object,
  options: McpHubOptions = {},
): Promise<McpHub> {
  const folder = await folderWith(t, {
    'agent.md': 'You help.',
    'mcp.json': JSON.stringify({ mcpServers }),
  })
  const hub = await openHub(folder)
  t.after(() => hub[Symbol.asyncDispose]())
  const { events, note, event } = seenEvents<keyof McpServerEvents>()
  const recorder = (name: keyof McpServerEvents) => (fields: object) => note(name, fields)
  const servers = await createMcpServers({
    hub,
    environment: { PATH: process.env.PATH, ...options.environment },
    connectionToken: options.connectionToken ?? (async () => null),
    version: '1.0.0',
    clock: options.clock ?? systemClock,
    events: {
      started: recorder('started'),
      failed: recorder('failed'),
      stopped: recorder('stopped'),
      listed: recorder('listed'),
      unreadable: recorder('unreadable'),
      outputLine: recorder('outputLine'),
    },
  })
  t.after(() => servers[Symbol.asyncDispose]())
  const saved: McpHub['saved'] = []
  const shown: McpHub['shown'] = []
  const tool = (name: string) => {
    const found = servers.tools().find((one) => one.name === name)
    if (!found)
      throw new Error(
        `no tool ${name} among ${servers
          .tools()
          .map((one) => one.name)
          .join(', ')}`,
      )
    return found
  }
  return {
    servers,
    hub,
    folder,
    events,
    saved,
    shown,
    tool,
    ready: () => servers.ready({ caller: CALLER, allowed: null }),
    async call(name, input = {}, { ask, ...context } = {}) {
      const parsed = tool(name).parse(input)
      if (!parsed.ok) throw new Error(parsed.refusal)
      const whole = {
        caller: CALLER,
        chatId: 'chat',
        signal: new AbortController().signal,
        progress: () => {},
        saveFile: async (filename: string, content: Uint8Array | string) => {
          saved.push({ filename, content })
          return { filename, size: content.length, url: `/artifacts/chat/${filename}` }
        },
        ...context,
      } as ToolContext
      const { runWithQuestions, run } = tool(name)
      const returned = await (ask && runWithQuestions
        ? runWithQuestions(parsed.value, whole, ask)
        : run(parsed.value, whole))
      if (!(returned instanceof WithFiles)) return returned as string
      shown.push(...returned.files)
      return returned.answer
    },
    async rewrite(next) {
      const changed = new Promise<void>((resolve) => {
        const stop = hub.onChange(() => {
          stop()
          resolve()
        })
      })
      await writeFile(join(folder, 'mcp.json'), JSON.stringify({ mcpServers: next }))
      await changed
    },
    event,
  }
}

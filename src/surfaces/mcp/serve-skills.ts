import {
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Toolbox } from '#core/agent/tools/toolbox.ts'
import { MODERN_REVISION } from '#ground/base/mcp-revisions.ts'
import { sliceMcpPage } from './page.ts'
import { fitToRevision, type Revision } from './revisions.ts'
import type { SkillResources } from './skills.ts'

export const SKILLS_EXTENSION = { 'io.modelcontextprotocol/skills': { directoryRead: true } }

export interface SkillServing {
  skills: SkillResources
  revision: Revision
  toolboxFor(context: ServerContext): Promise<Toolbox>
  /** @throws ProtocolError if the result is too large. */
  sendable<T>(result: T): T
}

const Listing = z.looseObject({ cursor: z.string().optional() })
const OneSkill = z.looseObject({ uri: z.string() })
const Directory = z.looseObject({ uri: z.string(), cursor: z.string().optional() })

export function serveSkills(server: Server, { skills, revision, toolboxFor, sendable }: SkillServing): void {
  // The official client also requires these members of folders, which the specification does not mention.
  const cached = <T extends object>(result: T) =>
    sendable(revision === MODERN_REVISION ? { ...result, ttlMs: 0, cacheScope: 'private' as const } : result)

  server.setRequestHandler('skills/list', { params: Listing }, async ({ cursor }, context) => {
    const { items, ...next } = sliceMcpPage(await skills.list(await toolboxFor(context)), cursor)
    return cached({ skills: items, ...next })
  })
  server.setRequestHandler('skills/get', { params: OneSkill }, async ({ uri }, context) => {
    const skill = await skills.get(await toolboxFor(context), uri)
    if (!skill) throw invalid(`There is no skill at ${uri.slice(0, 200)}.`)
    return cached({ skill })
  })
  server.setRequestHandler(
    'resources/directory/read',
    { params: Directory },
    async ({ uri, cursor }, context) => {
      const children = await skills.directory(await toolboxFor(context), uri)
      if (!children) throw invalid(`There is no folder at ${uri.slice(0, 200)}.`)
      const { items, ...next } = sliceMcpPage(children, cursor)
      return cached({ resources: items.map((item) => fitToRevision(revision, 'resource', item)), ...next })
    },
  )
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)

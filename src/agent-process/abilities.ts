import { accepted } from '#ground/base/result.ts'
import type { Restriction, Tool } from '#core/agent/tools/tool.ts'
import type { PermissionKind } from './settings/permission-kinds.ts'

const GROUP = 'Agent process'

const EDIT: Restriction = {
  capability: 'agent_edit',
  label: 'Let the agent process change files',
  group: GROUP,
}

const EXECUTE: Restriction = {
  capability: 'agent_execute',
  label: 'Let the agent process run programs and reach the network',
  group: GROUP,
}

const ability = (name: string, restricted: Restriction): Tool => ({
  name,
  description: '',
  inputSchema: { type: 'object' },
  parse: accepted,
  restricted,
  needs: { env: [] },
  surfaces: null,
  confirm: false,
  readOnly: false,
  title: () => name,
  run: () => {},
})

const RESTRICTIONS: Readonly<Record<PermissionKind, Restriction>> = {
  edit: EDIT,
  delete: EDIT,
  move: EDIT,
  read: EXECUTE,
  search: EXECUTE,
  think: EXECUTE,
  execute: EXECUTE,
  fetch: EXECUTE,
  other: EXECUTE,
}

export const restrictedAbility = (kind: PermissionKind, leavesFiles: boolean): Tool =>
  leavesFiles
    ? ability(`agent process: ${kind} elsewhere`, EXECUTE)
    : ability(`agent process: ${kind}`, RESTRICTIONS[kind])

export const restrictedAbilities: readonly Tool[] = [
  restrictedAbility('edit', false),
  restrictedAbility('execute', false),
]

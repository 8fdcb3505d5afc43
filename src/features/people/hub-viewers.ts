import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { ModelGrant } from '#ground/identity/chatapp-client/models.ts'

const SILENT = { detail: 'The web chat could not list the people who see this Hub.' }

/** Includes administrators only if the Hub is public or shared with them, although they see all Hubs. */
export async function readHubViewers(
  { models, groups, accounts }: Pick<ChatappClient, 'models' | 'groups' | 'accounts'>,
  hub: string,
): Promise<Result<string[], { detail: string }>> {
  const row = await models.find(hub)
  if (!row.ok) return refused(SILENT)
  const everybody = await accounts.list()
  if (!everybody.ok) return refused(SILENT)
  const ids = new Set<string>()
  for (const { principalType, principalId } of row.value?.grants ?? []) {
    if (principalType === 'user') ids.add(principalId)
    else {
      const members = await groups.effectiveMembers(principalId)
      if (!members.ok && members.refusal.code !== 'missing') return refused(SILENT)
      for (const id of members.ok ? members.value : []) ids.add(id)
    }
  }
  const isPublic = (row.value?.grants ?? []).some(isForEveryone)
  const viewers = everybody.value.filter(({ id, role }) => role !== 'pending' && (isPublic || ids.has(id)))
  return accepted(viewers.map(({ email }) => email))
}

const isForEveryone = ({ principalType, principalId }: ModelGrant): boolean =>
  principalType === 'user' && principalId === '*'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { applyAccess, listAccess } from '#core/access/contract.ts'
import { toast } from '../../ui/toast.tsx'
import { afterAct } from '../kit/after-act.ts'
import { call, errorText, hasCode } from '../kit/api.ts'
import { hubs } from './messages.ts'
import {
  applyDraft,
  copyTo,
  EMPTY_DRAFT,
  endAllAt,
  endAt,
  operationsOf,
  setForAll,
  toggle,
  type AccessDraft,
  type PermissionHolder,
} from './draft.ts'

export interface Conflict {
  revision: number
  held: ReadonlyMap<string, readonly string[]>
}

/** Edits apply one subject after another; the operations of a subject apply atomically. */
export function useDraft(hub: string) {
  const client = useQueryClient()
  const [draft, setDraft] = useState<AccessDraft>(EMPTY_DRAFT)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  /** Errors by subject; edits of other subjects were applied. */
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map())
  const apply = useMutation({
    mutationFn: async (wanted: AccessDraft) => {
      let left = wanted
      const refused = new Map<string, string>()
      setRefusals(refused)
      for (const [subject, edit] of wanted.people) {
        try {
          const { policy_revision } = await call(applyAccess, {
            body: {
              subject,
              hub,
              operations: operationsOf(edit, left.end),
              expected_revision: left.revision ?? undefined,
            },
          })
          left = applyDraft(left, subject, policy_revision)
          setDraft(left)
          if (left.people.size === 0) return policy_revision
        } catch (error) {
          if (isRefusal(error)) refused.set(subject, errorText(error))
          else {
            if (hasCode(error, 'revision_conflict')) setConflict(await readConflict(hub, left))
            throw error
          }
        }
      }
      setRefusals(new Map(refused))
      return null
    },
    onSuccess: (revision) => {
      setConflict(null)
      if (revision !== null) toast({ text: hubs.applied(revision) })
    },
    onSettled: afterAct(() => client.invalidateQueries()),
  })
  return {
    draft,
    setDraft,
    conflict,
    clearConflict: () => setConflict(null),
    apply,
    refusals,
    toggle: (holder: PermissionHolder, permission: string, revision: number) =>
      setDraft((before) => toggle(before, holder, permission, revision)),
    endAt: (holder: PermissionHolder, wanted: { permission: string; end: string | null }, revision: number) =>
      setDraft((before) => endAt(before, holder, wanted, revision)),
    setForAll: (
      holders: readonly PermissionHolder[],
      wanted: { permission: string; held: boolean },
      revision: number,
    ) => setDraft((before) => setForAll(before, holders, wanted, revision)),
    copyTo: (
      holders: readonly PermissionHolder[],
      wanted: ReadonlyMap<string, string | null>,
      revision: number,
    ) =>
      setDraft((before) =>
        holders.reduce((draft, holder) => copyTo(draft, holder, wanted, revision), before),
      ),
    endAllAt: (end: string | null) => setDraft((before) => endAllAt(before, end)),
    discard() {
      setRefusals(new Map())
      setDraft(EMPTY_DRAFT)
      setConflict(null)
      apply.reset()
    },
  }
}

/** True if the server refused only one subject's edit, so that the other edits can still be applied. */
const isRefusal = (error: unknown): boolean =>
  hasCode(error, 'outside_ceiling', 'invalid', 'last_admin', 'everyone_refused')

async function readConflict(hub: string, draft: AccessDraft): Promise<Conflict> {
  const pages = await Promise.all(
    [...draft.people.keys()].map(async (subject) => {
      const page = await call(listAccess, { query: { hub, q: subject, limit: 200 } })
      const item = page.items.find((one) => one.subject === subject)
      return { revision: page.policy_revision ?? 0, subject, direct: item?.direct ?? [] }
    }),
  )
  return {
    revision: Math.max(...pages.map(({ revision }) => revision)),
    held: new Map(pages.map(({ subject, direct }) => [subject, direct])),
  }
}

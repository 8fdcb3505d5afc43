import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { endMcpSignIn, listMcpSignIns } from '#surfaces/mcp/oauth/contract.ts'
import type { McpSignIn } from '#surfaces/mcp/oauth/schema.ts'
import type { CallRoute } from '../call.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { IconButton } from '../icon-button.tsx'
import { relativeTime } from '../time.ts'
import { toast } from '../toast.tsx'
import { signInMessages as texts } from './messages.ts'

const QUERY_KEY = ['mcp-sign-ins']

export interface SignInsProps {
  call: CallRoute
  hubName(slug: string): string
  hub?: string
  level: 2 | 3
  errorText(error: unknown): string
}

export function SignInList({ call, hubName, hub, level, errorText }: SignInsProps) {
  const client = useQueryClient()
  const [asking, setAsking] = useState<McpSignIn | null>(null)
  const { data } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => call(listMcpSignIns, { signal }),
    retry: false,
  })
  const ending = useMutation({
    mutationFn: ({ id }: McpSignIn) => call(endMcpSignIn, { params: { id } }),
    onSuccess: () => toast({ text: texts.ended }),
    onError: (error) => toast({ text: errorText(error), failure: true }),
    onSettled: () => {
      setAsking(null)
      return client.invalidateQueries({ queryKey: QUERY_KEY })
    },
  })
  const items = (data?.items ?? []).filter((one) => hub === undefined || one.hub === hub)
  if (items.length === 0) return null
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section aria-labelledby="sign-ins" className="flex flex-col gap-3">
      <div>
        <Heading id="sign-ins" className={level === 2 ? 'text-16 font-semibold' : 'text-14 font-medium'}>
          {texts.title}
        </Heading>
        <p className="text-14 text-muted">{texts.text}</p>
      </div>
      <ul
        aria-label={texts.title}
        className="divide-y divide-line overflow-hidden rounded-l border border-line bg-raised"
      >
        {items.map((one) => (
          <li key={one.id} className="flex items-center gap-3 py-2.5 ps-4 pe-2">
            <div className="min-w-0 flex-1">
              <p className="text-14 font-medium break-words">{one.program}</p>
              <p className="text-12 break-words text-muted">{factsOf(one, hubName).join(' · ')}</p>
            </div>
            <IconButton label={texts.endOne(one.program)} onClick={() => setAsking(one)}>
              <LogOut aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={texts.endTitle(asking?.program ?? '')}
        confirmLabel={texts.end}
        cancelLabel={texts.cancel}
        busy={ending.isPending}
        onConfirm={() => ending.mutate(asking!)}
      >
        {texts.endText}
      </ConfirmDialog>
    </section>
  )
}

const factsOf = (one: McpSignIn, hubName: SignInsProps['hubName']): string[] => [
  hubName(one.hub),
  texts.made(relativeTime(Date.parse(one.created_at) / 1000)),
  one.last_used_at === null ? texts.unused : texts.used(relativeTime(Date.parse(one.last_used_at) / 1000)),
]

import { Link, useParams } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { ManagedHub } from '#core/access/schema.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { OfHub } from '../access/of-hub.tsx'
import { common } from '../kit/messages.ts'
import { PageFrame } from '../kit/page.tsx'
import { ChannelSetups } from './channel-setups.tsx'
import { hubs } from './messages.ts'
import { useManaged } from './mutations.ts'

export function HubSettingsPage() {
  const { slug = '' } = useParams({ strict: false })
  return (
    <OfHub slug={slug}>
      {(hub, me) => (
        <PageFrame>
          <div className="flex max-w-3xl flex-col gap-4">
            <Setting title={hubs.nameSetting} text={hubs.nameSettingText}>
              <Link to="/hubs/$slug/files" params={{ slug }} search={{ file: 'agent.md' }} className={LINK}>
                agent.md
              </Link>
            </Setting>
            <Setting
              title={hubs.managedBy}
              text={hub.console_managed ? hubs.managedText : hubs.groupBasedText}
            >
              {me.is_organization_admin && <Mode hub={hub} />}
            </Setting>
            <Setting title={hubs.channels} text={hubs.channelsText}>
              <Link to="/hubs/$slug/activity/messages" params={{ slug }} className={LINK}>
                {hubs.channels}
              </Link>
              <Link to="/who-is-who" search={{ hub: slug }} className={LINK}>
                {hubs.roster}
              </Link>
            </Setting>
            <ChannelSetups hub={slug} />
            <Setting title={hubs.webhooks} text={hubs.webhooksText}>
              <Link to="/hubs/$slug/activity/inbox" params={{ slug }} className={LINK}>
                {hubs.webhooks}
              </Link>
            </Setting>
          </div>
        </PageFrame>
      )}
    </OfHub>
  )
}

const LINK =
  'flex min-h-hit items-center text-14 font-medium text-accent-text underline-offset-4 hover:underline'

const Setting = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section className="flex flex-wrap items-center gap-x-6 gap-y-2 rounded-l border border-line bg-raised p-4">
    <span className="min-w-0 flex-1 basis-72">
      <h2 className="font-medium">{title}</h2>
      <p className="text-13 text-pretty text-muted">{text}</p>
    </span>
    <span className="flex flex-wrap gap-x-4">{children}</span>
  </section>
)

function Mode({ hub: { slug, name, console_managed: isManaged } }: { hub: ManagedHub }) {
  const [asking, setAsking] = useState(false)
  const move = useManaged(slug)
  if (!isManaged)
    return (
      <Button busy={move.isPending} onClick={() => move.mutate(true)}>
        {hubs.manage}
      </Button>
    )
  return (
    <>
      <Button onClick={() => setAsking(true)}>{hubs.unmanage}</Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={hubs.unmanageTitle(name)}
        confirmLabel={hubs.unmanage}
        cancelLabel={common.cancel}
        busy={move.isPending}
        onConfirm={() => move.mutate(false, { onSettled: () => setAsking(false) })}
      >
        {hubs.unmanageText}
      </ConfirmDialog>
    </>
  )
}

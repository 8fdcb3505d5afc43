import { BellOff, Mail, MessageSquare, Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import type { NewWay, NoticeView, NoticeWay } from '#features/attention/notices/schema.ts'
import { CHANNEL_LABELS } from '#ground/hub/channels.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { toast } from '../../ui/toast.tsx'
import { useHubName } from '../access/hubs.tsx'
import { errorText } from '../kit/api.ts'
import { firstSettings } from './defaults.ts'
import { notices } from './messages.ts'
import { useAdd, useSave } from './queries.ts'
import { WayRow } from './way-row.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

const { ways: texts } = notices

export function Ways({ view }: { view: NoticeView }) {
  const hubName = useHubName()
  const nameOf = (way: Pick<NoticeWay, 'kind' | 'hub' | 'channel'>): string => {
    if (way.kind !== 'channel') return texts[way.kind]
    return `${channelLabel(way.channel)} · ${hubName(way.hub ?? '')}`
  }
  return (
    <section
      aria-labelledby="notice-ways"
      className="flex flex-col gap-3 rounded-l border border-line bg-raised p-4"
    >
      <h2 id="notice-ways" className="text-16 font-semibold">
        {texts.title}
      </h2>
      {view.ways.length === 0 ? (
        <Empty icon={<BellOff aria-hidden />} title={texts.none}>
          {texts.noneText}
        </Empty>
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-m border border-line">
          {view.ways.map((way) => (
            <WayRow key={way.id} way={way} name={nameOf(way)} icon={ICONS[way.kind]} />
          ))}
        </ul>
      )}
      <AddButtons view={view} />
    </section>
  )
}

const ICONS = {
  mail: <Mail aria-hidden />,
  channel: <MessageSquare aria-hidden />,
  webhook: <Webhook aria-hidden />,
}

const channelLabel = (channel: string | null): string =>
  CHANNEL_LABELS[channel as keyof typeof CHANNEL_LABELS] ?? channel ?? ''

/** Only ways that the person does not have yet. */
function AddButtons({ view: { ways, has_mail, channels, settings } }: { view: NoticeView }) {
  const [asksForUrl, setAsksForUrl] = useState(false)
  const hubName = useHubName()
  const add = useAdd()
  const save = useSave()
  const hasMailWay = ways.some(({ kind }) => kind === 'mail')
  const others = channels.filter(
    ({ hub, channel }) => !ways.some((way) => way.hub === hub && way.channel === channel),
  )
  const addOne = async (way: NewWay) => {
    if (settings === null) await save.mutateAsync(firstSettings())
    return add.mutateAsync(way)
  }
  const addAtOnce = (way: NewWay) =>
    void addOne(way).then(
      () => toast({ text: texts.added }),
      (error: unknown) => toast({ text: errorText(error), failure: true }),
    )
  const busy = add.isPending || save.isPending
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {has_mail && !hasMailWay && (
          <Button icon={<Plus aria-hidden />} disabled={busy} onClick={() => addAtOnce({ kind: 'mail' })}>
            {texts.addMail}
          </Button>
        )}
        {others.map(({ hub, channel }) => (
          <Button
            key={`${hub} ${channel}`}
            icon={<Plus aria-hidden />}
            disabled={busy}
            onClick={() => addAtOnce({ kind: 'channel', hub, channel })}
          >
            {texts.addChannel(channelLabel(channel), hubName(hub))}
          </Button>
        ))}
        <Button icon={<Plus aria-hidden />} disabled={busy} onClick={() => setAsksForUrl(true)}>
          {texts.addWebhook}
        </Button>
      </div>
      {!has_mail && <p className="text-12 text-faint">{texts.noMail}</p>}
      {asksForUrl && (
        <WebhookDialog
          onAdd={async (url) => (await addOne({ kind: 'webhook', url })).secret ?? ''}
          onClose={() => setAsksForUrl(false)}
        />
      )}
    </div>
  )
}

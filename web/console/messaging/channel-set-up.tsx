import { CircleCheck, CircleDashed, PlugZap, TriangleAlert } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { ChannelView } from '#features/messaging/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeSample } from '../../ui/code-sample.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { When } from '../../ui/when.tsx'
import { common } from '../kit/messages.ts'
import { messaging } from './messages.ts'

export const isSetUp = ({ missing }: Pick<ChannelView, 'missing'>): boolean => missing.length === 0

export const ChannelSetUp = ({ channels }: { channels: readonly ChannelView[] }) => (
  <ul className="grid shrink-0 grid-cols-1 gap-px overflow-hidden rounded-l border border-line bg-line lg:grid-cols-2">
    {channels.map((channel) => (
      <Channel key={channel.name} channel={channel} />
    ))}
  </ul>
)

export function ChannelsButton({ channels }: { channels: readonly ChannelView[] }) {
  const [isOpen, setOpen] = useState(false)
  const ready = channels.filter(isSetUp).length
  return (
    <>
      <Button icon={<PlugZap aria-hidden />} onClick={() => setOpen(true)}>
        {messaging.setUp}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={messaging.setUp}
        description={messaging.setUpCount(ready)}
        closeLabel={common.close}
        className="max-w-4xl"
      >
        <ChannelSetUp channels={channels} />
      </Dialog>
    </>
  )
}

function Channel({ channel }: { channel: ChannelView }) {
  const { name, option, address, missing, missing_to_answer, last_heard_at } = channel
  const toAnswer = missing_to_answer.filter((variable) => !missing.includes(variable))
  return (
    <li className="flex min-w-0 flex-col gap-2 bg-raised p-4 text-13 text-muted">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-14 font-medium text-text">{messaging.channels[name]}</h2>
        <code className="text-12 text-faint">--{option}</code>
        <SetUpBadge channel={channel} />
        <span className="ms-auto text-12 text-faint">
          {last_heard_at === null ? (
            messaging.neverHeard
          ) : (
            <>
              {messaging.lastReceived} <When at={last_heard_at} />
            </>
          )}
        </span>
      </div>
      {address === null ? (
        <p>{messaging.socket}</p>
      ) : (
        <p>
          {messaging.address}
          <span className="flex min-w-0 items-center gap-1">
            <code className="min-w-0 font-mono text-12 break-all text-text">{address}</code>
            <CopyButton
              label={`${common.copy}: ${messaging.address}, ${messaging.channels[name]}`}
              copiedLabel={common.copied}
              text={() => address}
            />
          </span>
        </p>
      )}
      {missing.length > 0 && <Lines title={messaging.missingToReceive} text={settings(missing)} of={name} />}
      {toAnswer.length > 0 && <Lines title={messaging.missingToAnswer} text={settings(toAnswer)} of={name} />}
      {last_heard_at === null && (
        <Lines
          title={messaging.start}
          text={`hub run --${option}   # or: hub inbound --${option}`}
          of={name}
        />
      )}
      {name === 'chatb' && missing.length === 0 && last_heard_at === null && (
        <Lines title={messaging.register} text="hub inbound register chat-b" of={name} />
      )}
    </li>
  )
}

function SetUpBadge({ channel }: { channel: ChannelView }): ReactNode {
  if (!isSetUp(channel)) return <Badge icon={<CircleDashed aria-hidden />}>{messaging.off}</Badge>
  if (channel.missing_to_answer.length > 0)
    return (
      <Badge tone="warn" icon={<TriangleAlert aria-hidden />}>
        {messaging.half}
      </Badge>
    )
  return (
    <Badge tone="ok" icon={<CircleCheck aria-hidden />}>
      {messaging.ready}
    </Badge>
  )
}

const settings = (variables: readonly string[]): string => variables.map((name) => `${name}=…`).join('\n')

const Lines = ({ title, text, of }: { title: string; text: string; of: ChannelView['name'] }) => (
  <div className="flex min-w-0 flex-col gap-1">
    <p>{title}</p>
    <CodeSample
      label={`${title} ${messaging.channels[of]}`}
      text={text}
      copyLabel={common.copy}
      copiedLabel={common.copied}
    />
  </div>
)

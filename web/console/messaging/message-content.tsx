import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MessageDetail } from '#features/messaging/schema.ts'
import { exactTime } from '../../ui/time.ts'
import { messaging, messageFailureReason, senderOf, sentenceOf } from './messages.ts'
import { PartBadge } from './state-badge.tsx'

type Sending = MessageDetail['sent'][number]
type Part = Sending['parts'][number]

export const MessageContent = ({ message }: { message: MessageDetail }) => (
  <div className="flex max-w-4xl flex-col gap-6">
    <Facts message={message} />
    <Section title={messaging.text}>
      <Words>{message.text.trim() || messaging.noText}</Words>
      {message.media.length > 0 && (
        <ul className="flex flex-wrap gap-2 text-13">
          {message.media.map(({ filename, content_type }, index) => (
            <li
              // oxlint-disable-next-line react/no-array-index-key -- files of one message never change places
              key={index}
              className="flex max-w-full min-w-0 items-center gap-2 rounded-m border border-line px-2.5 py-1.5"
            >
              <FileText aria-hidden className="size-4 shrink-0 text-faint" />
              <span dir="auto" className="truncate" title={filename}>
                {filename}
              </span>
              {content_type && <span className="shrink-0 text-12 text-faint">{content_type}</span>}
            </li>
          ))}
        </ul>
      )}
    </Section>
    <Section title={messaging.answer}>
      {message.answer === null ? (
        <p className="text-13 text-muted">{messaging.noAnswer}</p>
      ) : (
        <Words>{message.answer}</Words>
      )}
    </Section>
    <Section title={messaging.sent}>
      {message.sent.length === 0 ? (
        <p className="text-13 text-muted">{messaging.nothingSent}</p>
      ) : (
        <ol className="flex flex-col gap-2">
          {message.sent.flatMap(({ cause, parts }, sending) =>
            // oxlint-disable-next-line react/no-array-index-key -- parts never change places
            parts.map((part, index) => <PartOf key={`${sending} ${index}`} cause={cause} part={part} />),
          )}
        </ol>
      )}
    </Section>
  </div>
)

const Facts = ({ message }: { message: MessageDetail }) => (
  <dl className="grid grid-cols-[minmax(7rem,auto)_1fr] gap-x-4 gap-y-2 text-13 max-sm:grid-cols-1 max-sm:gap-y-0.5 [&_dd]:min-w-0 [&_dd]:break-words max-sm:[&_dd]:mb-2 [&_dt]:text-faint">
    <dt>{messaging.state}</dt>
    <dd>{messageFailureReason(message)}</dd>
    <dt>{messaging.sender}</dt>
    <dd>
      <bdi>{senderOf(message)}</bdi>
    </dd>
    <dt>{messaging.account}</dt>
    <dd>{message.email ?? messaging.unknown}</dd>
    <dt>{messaging.handle}</dt>
    <dd className="font-mono text-12">{message.handle}</dd>
    <dt>{messaging.channel}</dt>
    <dd>{messaging.channels[message.channel]}</dd>
    <dt>{messaging.conversation}</dt>
    <dd className="font-mono text-12">{message.conversation}</dd>
    <dt>{messaging.received}</dt>
    <dd>{timeOf(message.received_at)}</dd>
    {message.ended_at !== null && (
      <>
        <dt>{messaging.ended}</dt>
        <dd>{timeOf(message.ended_at)}</dd>
      </>
    )}
  </dl>
)

function PartOf({ cause, part }: { cause: Sending['cause']; part: Part }) {
  const { text, state, reason, attempts } = part
  return (
    <li className="flex min-w-0 flex-col gap-2 rounded-l border border-line bg-raised p-3">
      <div className="flex flex-wrap items-center gap-2 text-12 text-faint">
        <PartBadge state={state} />
        <span>{messaging.causes[cause]}</span>
        {attempts > 1 && <span>{messaging.attempts(attempts)}</span>}
      </div>
      {reason !== null && <p className="text-13 break-words">{sentenceOf(reason)}</p>}
      <p className="line-clamp-6 text-13 break-words whitespace-pre-wrap text-muted">
        <bdi>{text}</bdi>
      </p>
      {part.sent_at !== null && (
        <dl className="flex flex-wrap gap-x-5 gap-y-1 text-12">
          {(['sent_at', 'delivered_at', 'read_at'] as const).map((name) => (
            <div key={name} className="flex gap-1.5">
              <dt className="text-faint">{messaging.times[name]}</dt>
              <dd>{part[name] === null ? messaging.notReported : timeOf(part[name])}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex min-w-0 flex-col gap-2">
    <h2 className="text-16 font-semibold">{title}</h2>
    {children}
  </section>
)

const Words = ({ children }: { children: string }) => (
  <p
    dir="auto"
    className="rounded-l border border-line bg-sunken px-4 py-3 text-14 break-words whitespace-pre-wrap"
  >
    {children}
  </p>
)

const timeOf = (at: string): string => exactTime(Date.parse(at) / 1000)

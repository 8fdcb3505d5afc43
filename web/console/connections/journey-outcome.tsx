import { CircleCheck, CircleSlash, CircleX, Hourglass, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { JourneyView } from '#features/connections/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { errorText } from '../kit/api.ts'
import { connections } from './messages.ts'
import { JourneyFrame } from './journey-frame.tsx'
import { useTryAgain } from './queries.ts'

const { journey: texts } = connections

type Ended = 'connected' | 'failed' | 'cancelled' | 'expired'

const ICONS: Record<Ended, ReactNode> = {
  connected: <CircleCheck aria-hidden className="text-ok" />,
  failed: <CircleX aria-hidden className="text-danger" />,
  cancelled: <CircleSlash aria-hidden className="text-faint" />,
  expired: <Hourglass aria-hidden className="text-faint" />,
}

export function JourneyOutcome({ journey }: { journey: JourneyView }) {
  const { name, provider, detail, hub } = journey
  const state = journey.state as Ended
  const again = useTryAgain()
  const isWithheld = (journey.missing_scopes ?? []).length > 0
  const title = isWithheld
    ? texts.withheld(name)
    : journey.kept
      ? texts.kept(name)
      : texts.outcomes[state](name)
  const icon = isWithheld ? <TriangleAlert aria-hidden className="text-warn" /> : ICONS[state]
  return (
    <JourneyFrame title={title}>
      <div role="status" className="flex flex-col items-start gap-2">
        <span className="[&_svg]:size-8">{icon}</span>
        <h1 className="text-20 font-semibold break-words">{title}</h1>
        {detail && (state === 'failed' || isWithheld) && <p className="text-14 break-words">{detail}</p>}
        <p className="text-14 text-muted">
          {isWithheld
            ? texts.texts.withheld
            : state === 'connected' && !hub
              ? texts.texts.connectedSelf
              : texts.texts[state]}
        </p>
      </div>
      {again.error && <Notice kind="failure">{errorText(again.error)}</Notice>}
      <div className="flex flex-col gap-3 sm:flex-row">
        {state === 'failed' && (
          <Button
            look="primary"
            busy={again.isPending || again.isSuccess}
            onClick={() => again.mutate(provider)}
          >
            {texts.again}
          </Button>
        )}
        <WayBack journey={journey} isMain={state !== 'failed'} />
      </div>
    </JourneyFrame>
  )
}

const WayBack = ({
  journey: { hub, return_to: path },
  isMain,
}: {
  journey: JourneyView
  isMain: boolean
}) => (
  <a
    href={hub ? path : '/portal/connections'}
    className={`inline-flex min-h-hit items-center justify-center rounded-m px-3 py-1 text-14 font-medium ${
      isMain
        ? 'bg-accent text-on-accent hover:bg-accent-hover'
        : 'border border-line bg-raised text-text shadow-1 hover:bg-hover'
    }`}
  >
    {hub ? texts.toChat : texts.toConnections}
  </a>
)

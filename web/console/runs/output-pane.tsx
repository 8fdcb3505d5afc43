import { ArrowDown } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { RunOutput, RunStep } from '#features/work/runs/schema.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { common } from '../kit/messages.ts'
import { runs } from './messages.ts'
import { linesOf } from './output-lines.ts'

export interface OutputPaneProps {
  /** Null until it is known. */
  output: readonly RunOutput[] | null
  steps: readonly RunStep[]
  isRunning: boolean
  /** It was removed for want of room. */
  isRemoved: boolean
}

/** At most this far from the end, a reader is at it. */
const NEAR_PX = 24

/** What a run writes. Follows the end until somebody scrolls up. */
export function OutputPane({ output, steps, isRunning, isRemoved }: OutputPaneProps) {
  const pane = useRef<HTMLPreElement>(null)
  const [isFollowing, setFollowing] = useState(true)
  const toEnd = () => pane.current?.scrollTo({ top: pane.current.scrollHeight })
  useLayoutEffect(() => {
    if (isFollowing) toEnd()
  }, [output, isFollowing])
  const parts = linesOf(output ?? [])
  const titleOf = (step: string) => steps.find(({ id }) => id === step)?.title ?? step
  return (
    <section aria-labelledby="run-output" className="flex flex-col gap-2">
      <h2 id="run-output" className="text-16 font-semibold">
        {runs.output}
      </h2>
      {output === null ? (
        <Skeleton className="h-24 w-full rounded-m" />
      ) : output.length === 0 ? (
        <p className="text-13 text-muted">
          {isRemoved ? runs.outputRemoved : isRunning ? runs.noOutputYet : runs.noOutput}
        </p>
      ) : (
        <div className="relative rounded-m border border-line bg-code">
          <pre
            ref={pane}
            role="log"
            aria-label={runs.output}
            // Keyboards can scroll it too.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
              setFollowing(scrollHeight - scrollTop - clientHeight < NEAR_PX)
            }
            className="max-h-[min(60dvh,40rem)] min-h-16 overflow-auto p-3 pe-12 font-mono text-12 break-words whitespace-pre-wrap"
          >
            {parts.map((part) => (
              <span key={part.key}>
                {part.leftOut && <span className="block py-1 text-faint">{runs.leftOut}</span>}
                {part.step !== null && steps.length > 1 && (
                  <span className="mt-2 block font-sans text-12 font-medium text-muted select-none first:mt-0">
                    {titleOf(part.step)}
                  </span>
                )}
                {part.text}
              </span>
            ))}
          </pre>
          <CopyButton
            label={common.copy}
            copiedLabel={common.copied}
            text={() => output.map(({ text }) => text).join('')}
            className="absolute end-1 top-1 bg-code"
          />
          {!isFollowing && (
            <Button
              round
              className="absolute inset-x-0 bottom-2 mx-auto w-fit shadow-2"
              icon={<ArrowDown aria-hidden />}
              onClick={() => {
                setFollowing(true)
                toEnd()
              }}
            >
              {runs.toEnd}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

import { ArrowDown, ChevronDown, ChevronUp, Clock, Download } from 'lucide-react'
import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { RunOutput, RunStep } from '#features/work/runs/schema.ts'
import { locale } from '../../ui/language.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { cx } from '../../ui/cx.ts'
import { FindField } from '../../ui/find-field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { common } from '../kit/messages.ts'
import { withoutAnsi } from './ansi.ts'
import { runs } from './messages.ts'
import {
  joinOutputLines,
  markMatches,
  matchingLines,
  type OutputLine,
  type OutputPart,
} from './output-lines.ts'

export interface OutputPaneProps {
  run: string
  output: readonly RunOutput[] | null
  steps: readonly RunStep[]
  isRunning: boolean
  isRemoved: boolean
}

const NEAR_PX = 24

export function OutputPane({ run, output, steps, isRunning, isRemoved }: OutputPaneProps) {
  const parts = useMemo(() => joinOutputLines(output ?? []), [output])
  const [wanted, setWanted] = useState('')
  const [hasTimes, setTimes] = useState(false)
  return (
    <section aria-labelledby="run-output" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="run-output" className="me-auto text-16 font-semibold">
          {runs.output}
        </h2>
        {output !== null && output.length > 0 && (
          <>
            <Button
              look="quiet"
              aria-pressed={hasTimes}
              icon={<Clock aria-hidden />}
              onClick={() => setTimes(!hasTimes)}
            >
              {runs.times}
            </Button>
            <Button
              look="quiet"
              icon={<Download aria-hidden />}
              title={runs.downloadHint}
              onClick={() => keep(run, output)}
            >
              {runs.download}
            </Button>
          </>
        )}
      </div>
      {output === null ? (
        <Skeleton className="h-24 w-full rounded-m" />
      ) : output.length === 0 ? (
        <p className="text-13 text-muted">
          {isRemoved ? runs.outputRemoved : isRunning ? runs.noOutputYet : runs.noOutput}
        </p>
      ) : (
        <Written
          parts={parts}
          output={output}
          steps={steps}
          hasTimes={hasTimes}
          wanted={wanted}
          onSearch={setWanted}
        />
      )}
    </section>
  )
}

interface WrittenProps extends Pick<OutputPaneProps, 'steps'> {
  parts: readonly OutputPart[]
  output: readonly RunOutput[]
  hasTimes: boolean
  wanted: string
  onSearch(text: string): void
}

function Written({ parts, output, steps, hasTimes, wanted, onSearch }: WrittenProps) {
  const pane = useRef<HTMLPreElement>(null)
  const [isFollowing, setFollowing] = useState(true)
  const text = useDeferredValue(wanted)
  const matches = useMemo(() => matchingLines(parts, text), [parts, text])
  const [match, setMatch] = useState(0)
  const shown = matches.length > 0 ? matches[Math.min(match, matches.length - 1)]! : null
  const toEnd = () => pane.current?.scrollTo({ top: pane.current.scrollHeight })
  useLayoutEffect(() => {
    if (isFollowing && shown === null) toEnd()
  }, [output, isFollowing, shown])
  useLayoutEffect(() => {
    if (shown !== null)
      pane.current?.querySelector(`[data-line="${shown}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  const next = (by: number) =>
    setMatch((Math.min(match, matches.length - 1) + by + matches.length) % matches.length)
  return (
    <>
      <Search
        wanted={wanted}
        found={matches.length}
        at={Math.min(match, matches.length - 1) + 1}
        onSearch={(next) => {
          setMatch(0)
          onSearch(next)
        }}
        onNext={next}
      />
      <div className="relative rounded-m border border-line bg-code">
        <pre
          ref={pane}
          role="log"
          aria-label={runs.output}
          // Makes the element scrollable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
            setFollowing(scrollHeight - scrollTop - clientHeight < NEAR_PX)
          }
          className="max-h-[min(60dvh,40rem)] min-h-16 overflow-auto p-3 pe-12 font-mono text-12 break-words whitespace-pre-wrap"
        >
          {parts.map((part) => (
            <Part key={part.key} part={part} steps={steps} {...{ hasTimes, wanted: text, shown }} />
          ))}
        </pre>
        <CopyButton
          label={common.copy}
          copiedLabel={common.copied}
          text={() => withoutAnsi(output.map((piece) => piece.text).join(''))}
          className="absolute top-1 right-1 bg-code"
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
    </>
  )
}

interface SearchProps {
  wanted: string
  found: number
  at: number
  onSearch(text: string): void
  onNext(by: 1 | -1): void
}

function Search({ wanted, found, at, onSearch, onNext }: SearchProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FindField
        label={runs.searchOutput}
        value={wanted}
        onSearch={onSearch}
        onNext={(by) => found > 0 && onNext(by)}
        className="sm:w-72"
      />
      {wanted !== '' && (
        <>
          <span role="status" className="text-13 text-muted tabular-nums">
            {found === 0 ? runs.noMatch : runs.matchOf(at, found)}
          </span>
          <IconButton label={runs.previousMatch} disabled={found === 0} onClick={() => onNext(-1)}>
            <ChevronUp aria-hidden />
          </IconButton>
          <IconButton label={runs.nextMatch} disabled={found === 0} onClick={() => onNext(1)}>
            <ChevronDown aria-hidden />
          </IconButton>
        </>
      )}
    </div>
  )
}

interface LineProps {
  hasTimes: boolean
  wanted: string
  shown: number | null
}

function Part({ part, steps, ...rest }: LineProps & { part: OutputPart; steps: readonly RunStep[] }) {
  const { step, attempt, leftOut, lines } = part
  const own = steps.find(({ id }) => id === step)
  const hasHeading = step !== null && (steps.length > 1 || (own?.attempt ?? 1) > 1)
  return (
    <span>
      {leftOut && <span className="block py-1 text-faint">{runs.leftOut}</span>}
      {hasHeading && (
        <span className="mt-2 block font-sans text-12 font-medium text-muted select-none first:mt-0">
          {[
            own?.title ?? step,
            (own?.attempt ?? 1) > 1 && attempt !== null && runs.stepAttempt(attempt),
            timeOf(lines[0]?.at),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
      {lines.map((line) => (
        <Line key={line.index} line={line} {...rest} />
      ))}
    </span>
  )
}

/** Invisible lines skip layout (`content-visibility`), because there may be thousands. */
const Line = ({
  line: { index, at: writtenAt, parts, text },
  hasTimes,
  wanted,
  shown,
}: LineProps & { line: OutputLine }) => (
  <span
    data-line={index}
    className={cx(
      'block [contain-intrinsic-height:auto_1.5em] [content-visibility:auto]',
      shown === index && 'bg-hover',
    )}
  >
    {hasTimes && (
      <time dateTime={writtenAt} className="me-3 text-faint select-none">
        {timeOf(writtenAt)}
      </time>
    )}
    {text === '' && '\u00A0'}
    {markMatches(parts, wanted).map(({ at, text: some, style, isMatch }) =>
      isMatch ? (
        <mark key={at} className={style}>
          {some}
        </mark>
      ) : style === '' ? (
        some
      ) : (
        <span key={at} className={style}>
          {some}
        </span>
      ),
    )}
    {'\n'}
  </span>
)

const timeOf = (at: string | undefined): string =>
  at === undefined ? '' : new Date(at).toLocaleTimeString(locale(), { hour12: false })

function keep(run: string, output: readonly RunOutput[]): void {
  const url = URL.createObjectURL(
    new Blob(
      output.map(({ text }) => text),
      { type: 'text/plain' },
    ),
  )
  const link = document.createElement('a')
  link.href = url
  link.download = `${run.replaceAll(/[^\w.-]+/g, '-')}.log`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

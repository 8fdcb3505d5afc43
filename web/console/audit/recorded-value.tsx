import type { ReactNode } from 'react'
import type { z } from 'zod'
import { audit } from './messages.ts'
import { common } from '../kit/messages.ts'
import { locale, number } from '../../ui/language.ts'

type Json = z.core.util.JSONType

export const formatRecorded = (value: Json): ReactNode =>
  value === null || value === '' ? null : <Recorded value={value} />

function Recorded({ value }: { value: Json }): ReactNode {
  if (value === null) return <span className="text-faint">{common.none}</span>
  if (typeof value !== 'object') return wordOf(value)
  const parts = Object.entries(value)
  if (parts.length === 0) return <span className="text-faint">{common.none}</span>
  if (Array.isArray(value))
    return (
      <ul>
        {value.map((part, index) => (
          // Parts of a record never move, so the index is a stable key.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <Recorded value={part} />
          </li>
        ))}
      </ul>
    )
  return (
    <ul>
      {parts.map(([name, part]) => (
        <li key={name}>
          <span className="text-muted">{partName(name)}:</span>{' '}
          {isNested(part) ? (
            <div className="ms-3">
              <Recorded value={part} />
            </div>
          ) : (
            <Recorded value={part} />
          )}
        </li>
      ))}
    </ul>
  )
}

const isNested = (value: Json): boolean =>
  value !== null && typeof value === 'object' && Object.keys(value).length > 0

const TIME_STYLE = { dateStyle: 'medium', timeStyle: 'long' } as const

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function wordOf(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? common.yes : common.no
  if (typeof value === 'number') return number(value)
  return TIME.test(value) ? new Date(value).toLocaleString(locale(), TIME_STYLE) : value
}

const partName = (name: string): string =>
  audit.parts[name as keyof typeof audit.parts] ?? capitalised(name.replaceAll('_', ' '))

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

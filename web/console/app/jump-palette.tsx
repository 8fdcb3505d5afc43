import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Bot, PanelsTopLeft, SlidersHorizontal, User } from 'lucide-react'
import { useDeferredValue, useState, type ReactNode } from 'react'
import type { Me } from '#core/access/schema.ts'
import { Palette, type PaletteEntry } from '../../ui/palette.tsx'
import { jump } from './messages.ts'
import { peopleQuery } from '../people/queries.ts'
import { findPages, type FoundPage } from './find-pages.ts'

export const JUMP_KEYS = 'mod+k'
const HUBS_SHOWN = 8
const PEOPLE_SHOWN = 8

export interface JumpPaletteProps {
  open: boolean
  onClose(): void
  me: Me
}

export function JumpPalette({ open, onClose, me }: JumpPaletteProps) {
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const q = useDeferredValue(text.trim())
  const { data: people } = useQuery({
    ...peopleQuery({ q, limit: PEOPLE_SHOWN }),
    enabled: open && q.length > 1,
  })
  const close = () => {
    onClose()
    setText('')
  }
  const entry = (made: Omit<PaletteEntry, 'onChoose'>, go: () => Promise<void>): PaletteEntry => ({
    ...made,
    onChoose() {
      close()
      void go()
    },
  })
  const fits = (...names: string[]) =>
    names.some((name) => name.toLowerCase().includes(text.trim().toLowerCase()))
  const { pages, settings, ofHubs } = findPages(me, text)
  const lead = (group: string, places: readonly FoundPage[], icon: ReactNode) =>
    places.map(({ path, title, detail, slug }) =>
      entry({ id: `${path} ${title} ${slug ?? ''}`, group, label: title, detail, icon }, () =>
        navigate({ to: path as '/hubs/$slug', params: { slug: slug ?? '' } }),
      ),
    )
  const entries = [
    ...lead(jump.pages, pages, <PanelsTopLeft aria-hidden />),
    ...lead(jump.settings, settings, <SlidersHorizontal aria-hidden />),
    ...lead(jump.ofHubs, ofHubs, <Bot aria-hidden />),
    ...me.hubs
      .filter(({ name, slug }) => fits(name, slug))
      .slice(0, HUBS_SHOWN)
      .map(({ name, slug }) =>
        entry(
          { id: `hub ${slug}`, group: jump.hubs, label: name, detail: slug, icon: <Bot aria-hidden /> },
          () => navigate({ to: '/hubs/$slug', params: { slug } }),
        ),
      ),
    ...(q.length > 1 ? (people?.items ?? []) : []).map(({ subject, name }) =>
      entry(
        {
          id: `person ${subject}`,
          group: jump.people,
          label: name ?? subject,
          ...(name ? { detail: subject } : {}),
          icon: <User aria-hidden />,
        },
        () => navigate({ to: '/people/$subject', params: { subject } }),
      ),
    ),
  ]
  return (
    <Palette
      open={open}
      onClose={close}
      label={jump.label}
      text={text}
      onText={setText}
      entries={entries}
      nothing={jump.nothing}
      hint={jump.hint}
    />
  )
}

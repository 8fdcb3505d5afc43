import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import { isComposing } from '../../../ui/keyboard.ts'

export interface ChoiceParts {
  isOpen: boolean
  typed: string
  acts: readonly (() => void)[]
  onDismiss(): void
}

export function useChoice(field: RefObject<HTMLTextAreaElement | null>, parts: ChoiceParts) {
  const { isOpen, typed, acts } = parts
  const listId = useId()
  const [wanted, setWanted] = useState({ typed, at: 0 })
  const at = wanted.typed === typed ? Math.min(wanted.at, acts.length - 1) : 0
  const optionId = (index: number) => `${listId}-${index}`

  function onKey(key: string): boolean {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (step && acts.length > 0) {
      const next = (at + step + acts.length) % acts.length
      setWanted({ typed, at: next })
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
    } else if (key === 'Enter' || key === 'Tab') acts[at]?.()
    else if (key === 'Escape') parts.onDismiss()
    else return step !== undefined
    return true
  }
  const latest = useRef(onKey)
  useEffect(() => {
    latest.current = onKey
  })
  useEffect(() => {
    const area = field.current
    if (!isOpen || !area) return
    const onKeyDown = (event: KeyboardEvent) => {
      const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey
      if (!isPlain || isComposing(event) || !latest.current(event.key)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    area.addEventListener('keydown', onKeyDown, { capture: true })
    return () => area.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [field, isOpen])
  useDescribed(field, isOpen ? { 'aria-controls': listId, 'aria-autocomplete': 'list' } : {})
  useDescribed(field, isOpen && acts.length > 0 ? { 'aria-activedescendant': optionId(at) } : {})

  return {
    listId,
    option: (index: number) => ({
      id: optionId(index),
      isChosen: index === at,
      onPoint: () => setWanted({ typed, at: index }),
      onChoose: () => acts[index]?.(),
    }),
  }
}

function useDescribed(field: RefObject<HTMLElement | null>, described: Readonly<Record<string, string>>) {
  const attributesJson = JSON.stringify(described)
  useEffect(() => {
    const area = field.current
    const attributes = Object.entries(JSON.parse(attributesJson) as Record<string, string>)
    for (const [name, value] of attributes) area?.setAttribute(name, value)
    return () => {
      for (const [name] of attributes) area?.removeAttribute(name)
    }
  }, [field, attributesJson])
}

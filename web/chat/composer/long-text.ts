import type { RefObject } from 'react'
import { toast } from '../../ui/toast.tsx'
import type { Attachments } from './attachments.ts'
import { composer as texts } from './messages.ts'

/** A longer pasted text becomes a file, because it would push the message out of view. */
const MAX_CHARACTERS = 5_000

const offers = new Set<() => void>()

/** Removes the toasts that offer to put a pasted text into the message. */
export function withdrawOffers(): void {
  for (const remove of offers) remove()
  offers.clear()
}

interface Target {
  attachments: Attachments
  field: RefObject<HTMLTextAreaElement | null>
}

/** False if the text is short enough for the message box. */
export function attachLongText(text: string, { attachments, field }: Target): boolean {
  if (text.length <= MAX_CHARACTERS) return false
  const used = new Set(attachments.attachments.map(({ name }) => name))
  let name = texts.pastedName(1)
  for (let n = 2; used.has(name); n++) name = texts.pastedName(n)
  const [key] = attachments.add([new File([text], name, { type: 'text/plain' })])
  const remove = toast({
    text: texts.pastedAsFile(name),
    action: {
      label: texts.insertPasted,
      run() {
        attachments.remove(key!)
        insertText(field, text)
      },
    },
  })
  offers.add(remove)
  return true
}

/** Inserts at the cursor, as typing does. */
export function insertText({ current }: Target['field'], text: string): void {
  if (!current) return
  current.focus()
  current.setRangeText(text, current.selectionStart, current.selectionEnd, 'end')
  current.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromDrop' }))
}

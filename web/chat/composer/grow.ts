import { useLayoutEffect, type RefObject } from 'react'

/** Make a text field as high as its text; CSS sets the limits. */
export function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const area = field.current
    if (!area || CSS.supports('field-sizing', 'content')) return
    area.style.setProperty('height', 'auto')
    area.style.setProperty('height', `${area.scrollHeight}px`)
  }, [field, text])
}

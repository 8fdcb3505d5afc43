import { useLayoutEffect, type RefObject } from 'react'

export function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const area = field.current
    if (!area || CSS.supports('field-sizing', 'content')) return
    area.style.setProperty('height', 'auto')
    area.style.setProperty('height', `${area.scrollHeight}px`)
  }, [field, text])
}

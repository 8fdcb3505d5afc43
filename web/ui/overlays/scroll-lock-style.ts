import { useEffect } from 'react'

/**
 * Replaces `react-style-singleton` in the bundle, with which Radix's dialogs keep the page behind them from
 * scrolling: that package writes a `<style>` element, which the page's policy refuses.
 *
 * @returns A component whose first instance adds its styles to the page, and whose last removes them.
 */
export function styleSingleton() {
  let instances = 0
  let sheet: CSSStyleSheet | null = null

  const add = (styles: string) => {
    if (instances++ > 0) return
    sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    document.adoptedStyleSheets.push(sheet)
  }
  const remove = () => {
    if (--instances > 0) return
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    sheet = null
  }
  return function ScrollLockStyle({ styles }: { styles: string }) {
    useEffect(() => {
      add(styles)
      return remove
    }, [styles])
    return null
  }
}

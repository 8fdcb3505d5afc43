import { useEffect } from 'react'

/**
 * Stands in the bundle for `react-style-singleton`, with which Radix's dialogs keep the page behind them from scrolling:
 * that one writes a `<style>` element, which the page's policy refuses.
 *
 * @returns A component whose first instance adds its styles to the page, and whose last one takes them away.
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

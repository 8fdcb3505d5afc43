import { useEffect } from 'react'

/** Replaces `react-style-singleton`, whose `<style>` element the page's content security policy blocks. */
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

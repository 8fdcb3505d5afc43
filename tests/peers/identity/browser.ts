export class FormBrowser {
  readonly #cookies = new Map<string, Map<string, string>>()

  tokenAt(url: string): string {
    return this.#of(new URL(url).origin).get('token') ?? ''
  }

  cookiesAt(url: string): string {
    return [...this.#of(new URL(url).origin)].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async open(address: string, form?: URLSearchParams): Promise<Page> {
    const url = new URL(address)
    const own = this.#of(url.origin)
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: this.cookiesAt(address) },
      ...(form && { body: form }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value === '' || /max-age=0/i.test(line)) own.delete(name!)
      else own.set(name!, value!.replace(/^"|"$/g, ''))
    }
    const location = response.headers.get('location')
    const text = await response.text()
    if (location !== null) return this.open(new URL(location, url).href)
    return { url: url.href, status: response.status, text }
  }

  submit({ url, text }: Page, fields: Readonly<Record<string, string>>): Promise<Page> {
    const form = /<form[^>]*\bmethod="post"[^>]*>/i.exec(text)?.[0]
    if (!form) throw new Error(`there is no form at ${url}: ${text.slice(0, 500)}`)
    const action = unescaped(/\baction="([^"]*)"/i.exec(form)?.[1] ?? url)
    const hidden = [...text.matchAll(/<input[^>]*type="hidden"[^>]*>/gi)].map(([input]) => [
      unescaped(/\bname="([^"]*)"/i.exec(input)?.[1] ?? ''),
      unescaped(/\bvalue="([^"]*)"/i.exec(input)?.[1] ?? ''),
    ])
    return this.open(new URL(action, url).href, new URLSearchParams([...hidden, ...Object.entries(fields)]))
  }

  #of(origin: string): Map<string, string> {
    const found = this.#cookies.get(origin) ?? new Map<string, string>()
    this.#cookies.set(origin, found)
    return found
  }
}

export interface Page {
  url: string
  status: number
  text: string
}

const unescaped = (text: string): string =>
  text.replaceAll('&#x2F;', '/').replaceAll('&#43;', '+').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

import { descendants, firstChild, readElementText, type XmlElement } from '#ground/base/xml.ts'
import { escapeHtml, tableOf, tag } from './html-build.ts'

export function chartHtml(chart: XmlElement | null): string {
  const title = [...descendants([...descendants(chart, 'title')][0], 't')].map(readElementText).join('')
  const series = [...descendants(chart, 'ser')].map((one) => ({
    name: valuesOf(one, 'tx').join(' '),
    categories: [...valuesOf(one, 'cat'), ...valuesOf(one, 'xVal')],
    values: [...valuesOf(one, 'val'), ...valuesOf(one, 'yVal')],
  }))
  const categories = series[0]?.categories ?? []
  const count = Math.max(0, ...series.map(({ values }) => values.length))
  const rows = Array.from({ length: count }, (_, n) => [
    categories[n] ?? '',
    ...series.map(({ values }) => values[n] ?? ''),
  ])
  const table = [['', ...series.map(({ name }) => name)], ...rows].map((row) => row.map(escapeHtml))
  return tag('p', `(chart${title ? `: ${escapeHtml(title)}` : ''})`) + (count > 0 ? tableOf(table) : '')
}

const valuesOf = (series: XmlElement, name: string): string[] =>
  [...descendants(firstChild(series, name), 'v')].map(readElementText)

export const diagramHtml = (data: XmlElement | null): string =>
  tag(
    'ul',
    [...descendants(data, 'pt')]
      .map((point) => [...descendants(point, 't')].map(readElementText).join(' '))
      .filter((text) => text !== '')
      .map((text) => tag('li', escapeHtml(text)))
      .join(''),
  )

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { eachElement, type XmlElement } from '#ground/base/xml.ts'
import { formulasShown, readableXml } from './docx-xml.ts'
import { formulaText, mathHtml } from './formula.ts'
import { markdownOf } from './markdown.ts'

async function* piece(xml: string) {
  yield xml
}

async function textOf(xml: string): Promise<string> {
  let root: XmlElement | undefined
  await eachElement(piece(`<formula>${xml}</formula>`), new Set(['formula']), (element) => {
    root = element
  })
  return formulaText(root!)
}

const run = (text: string) => `<m:r><w:rPr/><m:t>${text}</m:t></m:r>`
const part = (name: string, text: string) => `<m:${name}>${run(text)}</m:${name}>`

test('formulas of Office keep their powers, fractions, roots, sums and matrices', async () => {
  const e = (text: string) => part('e', text)
  for (const [xml, text] of [
    [`<m:sSup>${e('x')}${part('sup', '10')}</m:sSup>`, 'x^{10}'],
    [`<m:sSup>${e('a+b')}${part('sup', '2')}</m:sSup>`, '{a+b}^2'],
    [`<m:sSubSup>${e('x')}${part('sub', 'i')}${part('sup', '2')}</m:sSubSup>`, 'x_i^2'],
    [`<m:f><m:fPr/>${part('num', '1')}${part('den', '1+x')}</m:f>`, String.raw`\frac{1}{1+x}`],
    [`<m:rad><m:deg/>${e('2')}</m:rad>${run('<')}`.replace('<</', '&lt;</'), String.raw`\sqrt{2}<`],
    [`<m:rad>${part('deg', '3')}${e('n')}</m:rad>`, String.raw`\sqrt[3]{n}`],
    [
      `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>${part('sub', 'i=1')}${part('sup', 'n')}${e('i')}</m:nary>`,
      '∑_{i=1}^n i',
    ],
    [`<m:nary><m:sub/><m:sup/>${e('f')}</m:nary>`, '∫ f'],
    [`<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val=""/></m:dPr>${e('a')}${e('b')}</m:d>`, '[a|b'],
    [
      `<m:m><m:mPr/><m:mr>${e('1')}${e('0')}</m:mr><m:mr>${e('0')}${e('1')}</m:mr></m:m>`,
      String.raw`\begin{matrix} 1 & 0 \\ 0 & 1 \end{matrix}`,
    ],
    [`<m:acc><m:accPr><m:chr m:val="\u20D7"/></m:accPr>${e('v')}</m:acc>`, String.raw`\vec{v}`],
    [`<m:func>${part('fName', 'sin')}${e('x')}</m:func>`, String.raw`\sin x`],
    [`<m:box><m:boxPr/>${e('unknown')}</m:box>`, 'unknown'],
  ] as const)
    assert.equal(await textOf(xml), text, xml)
})

test('characters that TeX reads as notation are escaped, and functions and equation arrays are commands', async () => {
  const e = (text: string) => part('e', text)
  const plain = (text: string) => `<m:r><m:rPr><m:nor/></m:rPr><m:t>${text}</m:t></m:r>`
  for (const [xml, text] of [
    [run('5% #1 {a_b} A&amp;B $'), String.raw`5\% \#1 \{a\_b\} A\&B \$`],
    [run(String.raw`a~b^c\d`), String.raw`a\sim b\text{\textasciicircum}c\backslash d`],
    [`<m:sSup>${e('%')}${part('sup', '_')}</m:sSup>`, String.raw`{\%}^{\_}`],
    [
      `<m:d><m:dPr><m:begChr m:val="{"/><m:sepChr m:val="&amp;"/><m:endChr m:val="}"/></m:dPr>${e('a')}${e('b')}</m:d>`,
      String.raw`\{a\&b\}`,
    ],
    ['<mi>a</mi><mo>{</mo><mtext>b_c</mtext><ms>#</ms>', String.raw`a\{b\_c\#`],
    ['<mfenced open="{" close="}"><mi>a</mi></mfenced>', String.raw`\{a\}`],
    [`${run('log')}${run('x')}${run('sin 2x')}`, String.raw`\log x\sin 2x`],
    [run('max(a,b) maximum asin lim'), String.raw`\max(a,b) maximum asin \lim`],
    [plain('max &amp; min'), String.raw`max \& min`],
    ['<msup><mi>sin</mi><mn>2</mn></msup><mi>x</mi>', String.raw`\sin^2x`],
    ['<mi>ln</mi><mi>x</mi><mtext>max</mtext>', String.raw`\ln xmax`],
    [
      `<m:func><m:fName><m:limLow>${e('lim')}${part('lim', 'x→0')}</m:limLow></m:fName>${e('f')}</m:func>`,
      String.raw`\lim_{x→0} f`,
    ],
    [
      `<m:eqArr><m:eqArrPr/>${e('a&amp;=1')}<m:e>${run('b')}${plain('R&amp;D')}</m:e></m:eqArr>`,
      String.raw`\begin{aligned} a&=1 \\ bR\&D \end{aligned}`,
    ],
  ] as const)
    assert.equal(await textOf(xml), text, xml)
})

test('no character of a text is read as notation of TeX', () => {
  const characters = [...'ax1 $%#&_{}~^\\'.split(''), 'sin', 'lim']
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...characters) }), (text) => {
      const source = formulaText({ name: 'mo', attributes: {}, children: [text] })
      const rest = source.replaceAll(
        /\\text\{\\textasciicircum\}|\\(?:sim|backslash|sin|lim)(?![a-z])|\\[$%#&_{}]/g,
        '',
      )
      assert.doesNotMatch(rest, /[$%#&_{}~^\\]/, source)
    }),
  )
})

test('a blank separates adjacent formulas', () => {
  const math = mathHtml(String.raw`a\$`)
  assert.equal(markdownOf(`<p>x${math}${math}y</p>`), String.raw`x$a\$$ $a\$$y`)
  assert.equal(markdownOf(`<p>${math} ${math}, ${math}</p>`), String.raw`$a\$$ $a\$$, $a\$$`)
  assert.match(markdownOf(`<table><tr><td>${math}${math}</td></tr></table>`), /\$a\\\$\$ \$a\\\$\$/)
})

test('formulas of MathML keep the same', async () => {
  for (const [xml, text] of [
    ['<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>', 'x_1^2'],
    ['<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>', '∑_{i=1}^n'],
    ['<mfrac><mn>1</mn><mn>2</mn></mfrac><mtext>US$</mtext>', String.raw`\frac{1}{2}US\$`],
    [
      '<msqrt><mn>2</mn><mi>x</mi></msqrt><mroot><mi>n</mi><mn>3</mn></mroot>',
      String.raw`\sqrt{2x}\sqrt[3]{n}`,
    ],
    [
      '<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr></mtable>',
      String.raw`\begin{matrix} 1 & 2 \end{matrix}`,
    ],
    ['<semantics><mi>x</mi><annotation>StarMath</annotation></semantics>', 'x'],
  ] as const)
    assert.equal(await textOf(xml), text, xml)
})

test('elements that would be dropped from Word documents become text', async () => {
  const shown = async (xml: string) => {
    const formulas: string[] = []
    const html = formulasShown(await readableXml(`<w:p>${xml}</w:p>`, formulas), formulas)
    return html
      .replaceAll('</math>', '$')
      .replaceAll('<math>', '$')
      .replaceAll(/<[^>]*>/g, '')
  }
  for (const [xml, text] of [
    [
      `a<m:oMathPara><m:oMathParaPr><m:jc m:val="left"/></m:oMathParaPr><m:oMath>${run('x')}</m:oMath></m:oMathPara>b`,
      'a$x$b',
    ],
    [`<m:oMath>${run('x')}</m:oMath> <m:oMath/><m:oMath m:a="1">${run('a&lt;b')}</m:oMath>`, '$x$ $a&lt;b$'],
    ['Figure <w:fldSimple w:instr=" SEQ Figure "><w:r>7</w:r></w:fldSimple>: x', 'Figure 7: x'],
    [
      '<w:ruby><w:rubyPr/><w:rt><w:r>かんじ</w:r></w:rt><w:rubyBase><w:r>漢字</w:r></w:rubyBase></w:ruby>',
      '漢字',
    ],
    [
      '<w:r><w:fldChar><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="Red"/><w:listEntry w:val="A&amp;B"/></w:ddList></w:ffData></w:fldChar></w:r>',
      'A&amp;B',
    ],
    ['<w:ddList><w:listEntry w:val="First"/></w:ddList></w:r>', 'First'],
    [
      '<w:object><v:shape/></w:object>a<w:object><o:OLEObject ProgID="Equation.3"/></w:object>',
      'a[a formula that cannot be read]',
    ],
    ['\uFDD25\uFDD2', '$$'],
  ] as const)
    assert.equal(await shown(xml), text, xml)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import MarkdownIt from 'markdown-it'
import cjkFriendly from 'markdown-it-cjk-friendly'
import { cjkMarks } from './cjk-marks.ts'

const parser = new MarkdownIt().use(cjkFriendly).use(cjkMarks)
const bold = (text: string) => `<strong>${text}</strong>`

test('bold texts in a row and double underscores are read beside Chinese, Japanese and Korean characters [web.marks]', () => {
  for (const [text, shown] of [
    ['**a。****b。**c', `${bold('a。')}${bold('b。')}c`],
    ['**重点****内容**', `${bold('重点')}${bold('内容')}`],
    ['**「あ」****「い」****「う」**え', `${bold('「あ」')}${bold('「い」')}${bold('「う」')}え`],
    ['**서울.****부산.**은', `${bold('서울.')}${bold('부산.')}은`],
    ['__a。____b。__c', `${bold('a。')}${bold('b。')}c`],
    ['__注意：__这', `${bold('注意：')}这`],
    ['这__「注意」__很', `这${bold('「注意」')}很`],
    ['文件__名__称.txt', '文件__名__称.txt'],
    ['文件_名_称。', '文件_名_称。'],
    ['snake__case__name', 'snake__case__name'],
    ['**a****b**', '<strong>a****b</strong>'],
    ['****重点****', bold(bold('重点'))],
    ['重点****', '重点****'],
    ['这***重点。***请', '这<em><strong>重点。</strong></em>请'],
    ['中\\****b**', `中**${bold('b')}`],
    ['~~a。~~b', '<s>a。</s>b'],
  ] as const)
    assert.equal(parser.renderInline(text), shown, text)
})

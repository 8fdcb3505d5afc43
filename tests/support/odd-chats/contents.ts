import { answer, odd, PAIR, PIXEL, question, type OddChat } from './odd-chat.ts'

const details = (type: string, attributes: string, body: string) =>
  `<details type="${type}" ${attributes}>\n<summary>Thought for 2 seconds</summary>\n${body}\n</details>\n`

const THOUGHT = details(
  'reasoning',
  'done="true" duration="2"',
  '&gt; Shade means little light.\n&gt; Ferns &amp; moss.',
)
const CALL = `<details type="tool_calls" done="true" id="call_1" name="search" arguments="&quot;{\\&quot;q\\&quot;: \\&quot;ferns\\&quot;}&quot;" result="&quot;three hits&quot;" files="" embeds="">\n<summary>Tool Executed</summary>\n</details>\n`

const OUTPUT = [
  { type: 'reasoning', id: 'r1', summary: [], content: [{ type: 'output_text', text: 'Little light.' }] },
  {
    type: 'function_call',
    id: 'fc1',
    call_id: 'c1',
    name: 'search',
    arguments: '{"q":"ferns"}',
    status: 'completed',
  },
  {
    type: 'function_call_output',
    id: 'fo1',
    call_id: 'c1',
    output: [{ type: 'input_text', text: 'three hits' }],
  },
  { type: 'message', id: 'm1', role: 'assistant', content: [{ type: 'output_text', text: 'Ferns.' }] },
]

export const CONTENTS: readonly OddChat[] = [
  odd('plain', [question(), answer()]),
  odd('text only in output', [question(), answer({ content: '', output: OUTPUT })]),
  odd('text and output', [question(), answer({ output: OUTPUT })]),
  odd(
    'output without an answer',
    [question(), answer({ content: '', output: [OUTPUT[1]], done: false })],
    [PAIR[0], ['assistant', '']],
  ),
  odd('reasoning as details', [question(), answer({ content: `${THOUGHT}Ferns.` })]),
  odd('tool call as details', [question(), answer({ content: `${CALL}Ferns.` })]),
  odd('code interpreter as details', [
    question(),
    answer({
      content: `${details('code_interpreter', 'done="true" output="&quot;7&quot;"', '```python\n3+4\n```')}Ferns.`,
    }),
  ]),
  odd('details without an end', [
    question(),
    answer({
      content: `Ferns.\n<details type="reasoning" done="false">\n<summary>Thinking…</summary>\n> and moss`,
    }),
  ]),
  odd(
    'details in code stay',
    [question(), answer({ content: `\`\`\`html\n${THOUGHT}\`\`\`` })],
    [PAIR[0], ['assistant', `\`\`\`html\n${THOUGHT}\`\`\``]],
  ),
  odd('details of a person stay', [question({ content: THOUGHT.trim() })], [['user', THOUGHT.trim()]], {
    currentId: 'q',
  }),
  odd('content null', [question(), answer({ content: null })], [PAIR[0], ['assistant', '']]),
  odd('content missing', [question(), answer({ content: undefined })], [PAIR[0], ['assistant', '']]),
  odd('content as parts', [
    question({
      content: [
        { type: 'text', text: 'What grows in shade?' },
        { type: 'image_url', image_url: { url: PIXEL } },
      ],
    }),
    answer({ content: [{ type: 'text', text: 'Ferns.' }] }),
  ]),
  odd('content as object', [question({ content: { text: 1 } }), answer()], [['user', '{"text":1}'], PAIR[1]]),
  odd(
    'NUL and lone surrogates',
    [question({ content: 'What\0 grows in shade?' }), answer({ content: 'Ferns.\uD800' })],
    [PAIR[0], ['assistant', 'Ferns.\uFFFD']],
  ),
  odd('picture in files', [question({ files: [{ type: 'image', url: PIXEL }] }), answer()]),
  odd('picture by id', [
    question({ files: [{ type: 'image', url: 'f0000000-0000-4000-8000-000000000001' }] }),
    answer(),
  ]),
  odd('picture in an answer', [
    question(),
    answer({ files: [{ type: 'image', url: '/api/v1/files/f0000000-0000-4000-8000-000000000001/content' }] }),
  ]),
  odd(
    'picture elsewhere',
    [question({ files: [{ type: 'image', name: 'fern', url: 'https://example.com/fern.png' }] }), answer()],
    [['user', 'What grows in shade?\n\n[fern](<https://example.com/fern.png>)'], PAIR[1]],
  ),
  odd('file with its record', [
    question({
      files: [
        {
          type: 'file',
          id: 'f1',
          url: '/api/v1/files/f1',
          name: 'beds.txt',
          size: 12,
          file: {
            id: 'f1',
            filename: 'beds.txt',
            data: { content: 'North' },
            meta: { content_type: 'text/plain', size: 12 },
          },
        },
      ],
    }),
    answer(),
  ]),
  odd('knowledge as file', [
    question({ files: [{ type: 'collection', id: 'k1', name: 'Garden books' }] }),
    answer(),
  ]),
  odd('files of no form', [question({ files: [null, 'x', 7, {}] }), answer()]),
  odd(
    'error as text',
    [question(), answer({ content: '', error: 'Connection refused' })],
    [PAIR[0], ['assistant', '']],
  ),
  odd(
    'error as object',
    [question(), answer({ content: '', error: { content: 'Model not found' } })],
    [PAIR[0], ['assistant', '']],
  ),
]

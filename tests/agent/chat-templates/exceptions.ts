import type { Kind } from './losses.ts'

export type Engine = 'jinja.js' | 'jinja2' | 'llama.cpp'

export interface Exception {
  templates: readonly string[]
  loses?: readonly Kind[]
  raises?: RegExp
  /** Limits the exception to these engines; default: all. */
  engines?: readonly Engine[]
  reason: string
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    templates: ['google-gemma-2'],
    raises: /System role not supported|roles must alternate/,
    loses: ['tool'],
    reason:
      'Gemma 2 knows neither system messages nor tools. The server of llama.cpp moves both into user text.',
  },
  {
    templates: ['mistralai-Mistral-Nemo'],
    loses: ['instruction', 'text beside a call'],
    reason:
      'It shows the system message inside the last message, if that is a user message: not in a step after a tool.',
  },
  {
    templates: [
      'Cohere2MoE',
      'CohereForAI-c4ai-command-r7b',
      'MiniMax-M1',
      'Mistral-Small-3.2',
      'NousResearch-Hermes-',
      'meta-llama-Llama-3.',
      'muse-glimmer',
      'upstage-Solar-Open',
    ],
    loses: ['text beside a call'],
    reason: 'The family shows a call without the text beside it.',
  },
  {
    templates: ['deepseek-ai-DeepSeek-R1-Distill-Qwen', 'deepseek-ai-DeepSeek-V3.1'],
    loses: ['tool'],
    reason: 'The template shows calls and results, but no list of tools.',
  },
  {
    templates: ['HuggingFaceTB-SmolLM3', 'deepseek-ai-DeepSeek-R1-Distill-Llama'],
    loses: ['tool', 'call'],
    reason: 'The template shows neither tools nor calls, unless they are variables of another name.',
  },
  {
    templates: ['llama-cpp-rwkv-world', 'microsoft-Phi-3.5'],
    loses: ['tool', 'call', 'result'],
    reason: 'The family was trained without tools.',
  },
  {
    templates: ['LFM2-', 'LFM2.5-Instruct', 'ibm-granite-granite-3.3'],
    loses: ['call', 'text beside a call'],
    reason: 'The template shows results without their calls.',
  },
  {
    templates: ['NousResearch-Hermes-', 'CohereForAI-c4ai-command-r-plus'],
    engines: ['jinja.js', 'jinja2'],
    raises: /'NoneType' object is not iterable|for loop: got (Undefined|Null)Value/,
    reason: 'The template is for requests with tools: the family has another for requests without.',
  },
  {
    templates: ['CohereForAI-c4ai-command-r-plus'],
    engines: ['jinja2'],
    raises: /'dict object' has no attribute 'additionalProperties'/,
    reason: 'The template takes an object as an argument only with `additionalProperties`.',
  },
  {
    templates: ['ByteDance-Seed-OSS', 'CohereForAI-c4ai-command-r-plus'],
    engines: ['llama.cpp'],
    raises: /Automatic parser generation failed/,
    reason: 'The template takes no argument, or no item of an array, without one type.',
  },
  {
    templates: ['fireworks-ai-llama-3-firefunction'],
    engines: ['jinja.js', 'jinja2'],
    raises: /'functions' is undefined|Cannot perform operation \+ on undefined/,
    reason:
      'The template takes the tools as a text under another name, as the server of llama.cpp gives them.',
  },
  {
    templates: ['meetkai-functionary-medium-v3.2'],
    raises: /can only concatenate str/,
    engines: ['jinja2'],
    reason: 'The template wants arguments as text: the family’s own server does not parse them.',
  },
  {
    templates: ['Kimi-K2-'],
    raises: /access to attribute 'append' of 'list' object is unsafe/,
    engines: ['jinja2'],
    reason:
      'The template changes a list, which the sandbox of transformers forbids; the server of llama.cpp renders it.',
  },
  {
    templates: ['llama-cpp-deepseek-r1'],
    raises: /Object of type generator is not JSON serializable/,
    engines: ['jinja2'],
    reason: 'The template is written for the server of llama.cpp.',
  },
  {
    templates: ['llama-cpp-deepseek-r1'],
    loses: ['call'],
    engines: ['jinja.js', 'llama.cpp'],
    reason: 'The template shows the text beside a call without the call.',
  },
  {
    templates: ['openai-gpt-oss', 'unsloth-mistral-Devstral'],
    loses: ['text beside a call'],
    engines: ['llama.cpp'],
    reason: 'The server shows thoughts beside a call in the place of the text.',
  },
  {
    templates: ['google-gemma-4-31B-it-interleaved'],
    loses: ['text beside a call', 'result'],
    engines: ['llama.cpp'],
    reason:
      'The server moves results into the answer that calls, without its text, and reads a result of JSON: the template shows a null in it as nothing.',
  },
  {
    templates: ['openbmb-MiniCPM5'],
    loses: ['call'],
    engines: ['llama.cpp'],
    reason: 'The template writes arguments without `tojson`, and the server prints an object as nothing.',
  },
  {
    templates: ['fireworks-ai-llama-3-firefunction'],
    loses: ['tool'],
    engines: ['llama.cpp'],
    reason: 'The endpoint of the server that renders prompts gives the template no tools.',
  },
  {
    templates: ['meetkai-functionary-medium-v3.2'],
    loses: ['call'],
    engines: ['jinja.js'],
    reason: 'The template reads no calls in a request without tools.',
  },
  ...(
    [
      [['Apriel-1.6', 'unsloth-Apriel-1.5'], /Unknown ObjectValue filter: string/],
      [['ByteDance-Seed-OSS'], /Object keys must be strings/],
      [
        ['CohereForAI-c4ai-command-r-plus', 'NousResearch-Hermes-'],
        /Cannot access property with non-string: got UndefinedValue/,
      ],
      [['GigaChat3'], /Cannot perform operation on null values|not a function: got ObjectValue/],
      [['google-gemma-4'], /filter "upper" to type: UndefinedValue/],
      [['Kimi-K2-'], /Cannot call something that is not a function/],
      [
        ['LFM2.5-8B', 'NVIDIA-Nemotron-3', 'Qwen3-Coder', 'Qwen3.5', 'StepFun3.5'],
        /filter "string" to type: NullValue/,
      ],
      [['meetkai-functionary-medium-v3.1'], /filter "selectattr"/],
      [
        ['meetkai-functionary-medium-v3.2'],
        /Cannot unpack non-iterable|Cannot perform operation on null values/,
      ],
      [['openbmb-MiniCPM5'], /Unknown ArrayValue filter: min/],
      [['tencent-Hy3'], /Cannot call something that is not a function/],
    ] as const
  ).map(([templates, raises]): Exception => ({
    templates,
    raises,
    engines: ['jinja.js'],
    reason: 'The engine lacks a function that jinja2 has.',
  })),
]

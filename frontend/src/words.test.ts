/**
 * Every text on our pages is in the product's own voice: the words of `tools/words.json`, which the
 * server's texts are held against too, stand nowhere in it. The texts are read from the source, so that
 * one without a test of its own is read as well.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

interface Words {
  never: [pattern: string, better: string][]
  spelledOut: [pattern: string, better: string][]
  fixed: Record<string, string>
}

interface Text {
  text: string
  line: number
}

const SOURCE = join(import.meta.dirname)
const WORDS: Words = JSON.parse(
  readFileSync(join(SOURCE, '..', '..', 'tools', 'words.json'), 'utf8'),
)
const NEVER = rulesOf(WORDS.never)
const SPELLED_OUT = rulesOf(WORDS.spelledOut)
const ALL = [...NEVER, ...SPELLED_OUT]
/** The whole source is read at once: a second or two, and more beside a full suite. */
const SLOW_MACHINE = 60_000
/** What a lawyer reads too is spelled out. */
const LEGAL = /^features\/site\/(privacy-t|terms-text|refund-policy)|^lib\/sms-consent/

/** Tests, generated types, and the developers' page of components. */
const NO_PAGES = /\.test\.tsx?$|\.d\.ts$|^(test|api|features\/kit)\//
/** Attributes that hold names for machines; all others may be read or spoken to somebody. */
const MACHINE_ATTRIBUTES =
  /^(className|class|style|id|key|name|type|href|to|src|role|rel|target|as|autoComplete|inputMode|d|fill|stroke|viewBox|htmlFor|data-.*|.*ClassName|aria-(labelledby|describedby|controls|current|live))$/
/** Functions whose arguments are class names, keys or addresses. */
const MACHINE_CALLS =
  /^(cn|cva|clsx|import|useQuery|useMutation|useSuspenseQuery|queryOptions|getItem|setItem|removeItem|querySelector(All)?|(add|remove)EventListener|matchMedia|startsWith|endsWith|includes|split|join|match)$/
/** Object properties that hold names for machines. */
const MACHINE_PROPERTIES =
  /^(className|class|id|key|type|path|to|href|src|variant|tone|icon|code|queryKey)$/

function rulesOf(pairs: Words['never']) {
  return pairs.map(([pattern, better]) => ({ pattern: new RegExp(pattern), better }))
}

const COMPARISONS = [
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]

function nameOf(node: ts.Node): string {
  if (ts.isPropertyAccessExpression(node)) return node.name.text
  return ts.isIdentifier(node) || ts.isStringLiteral(node) ? node.text : ''
}

function isForMachines(node: ts.Node): boolean {
  return (
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isTypeNode(node) ||
    ts.isElementAccessExpression(node) ||
    (ts.isJsxAttribute(node) && MACHINE_ATTRIBUTES.test(node.name.getText())) ||
    (ts.isCallExpression(node) && MACHINE_CALLS.test(nameOf(node.expression))) ||
    (ts.isNewExpression(node) && /^(RegExp|URL|Error)$/.test(nameOf(node.expression))) ||
    (ts.isPropertyAssignment(node) && MACHINE_PROPERTIES.test(nameOf(node.name))) ||
    (ts.isBinaryExpression(node) && COMPARISONS.includes(node.operatorToken.kind))
  )
}

/** What is filled in stands as {}, so that a sentence is read whole. */
function textOf(node: ts.Node): string | null {
  if (ts.isJsxText(node)) return node.text
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map((span) => `{}${span.literal.text}`).join('')
  }
  return null
}

/** Sentences, and labels of one word with a capital; anything else is a name in the code. */
function isProse(text: string): boolean {
  return /[A-Za-z]{2}[,.:;!?]?\s+\S*[A-Za-z]/.test(text) || /^[A-Z][a-z]+([ .!?…]|$)/.test(text)
}

function textsIn(source: string): Text[] {
  const file = ts.createSourceFile('x.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: Text[] = []
  const look = (node: ts.Node): void => {
    const given = textOf(node)
    const text = given?.replace(/\s+/g, ' ').trim() ?? ''
    if (isProse(text)) {
      found.push({ text, line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1 })
    }
    node.forEachChild((child) => {
      const isName = (ts.isPropertyAssignment(node) || ts.isEnumMember(node)) && child === node.name
      if (!isName && !isForMachines(child)) look(child)
    })
  }
  look(file)
  return found
}

function offences(text: string, rules = ALL): string[] {
  if (text in WORDS.fixed) return []
  return rules.flatMap(({ pattern, better }) => {
    const found = pattern.exec(text)
    return found ? [`“${found[0]}”, better: ${better}`] : []
  })
}

function pages(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !NO_PAGES.test(relative(folder, path)))
    .sort()
}

test(
  'no text of our pages has words that are not ours',
  () => {
    const found = pages(SOURCE).flatMap((path) => {
      const name = relative(SOURCE, path)
      const rules = LEGAL.test(name) ? NEVER : undefined
      return textsIn(readFileSync(path, 'utf8')).flatMap(({ text, line }) =>
        offences(text, rules).map((offence) => `${name}:${line}: ${offence}\n    ${text}`),
      )
    })
    expect(found.join('\n')).toBe('')
  },
  SLOW_MACHINE,
)

test('texts are read wherever they are shown, and names in the code are not', () => {
  const source = `
    import { letter } from './letter is not read'
    // A letter in a comment is not read.
    type Kind = 'a letter is not' | 'other'
    const TITLE = 'A letter from us'
    const labels = { 'call off': 'Call it off' }
    function Page() {
      if (kind === 'is not') return cn('letter is not')
      toast({ title: \`\${name} cannot come\` })
      return <p className="letter is not" title="Mended by hand">We will write</p>
    }`
  expect(textsIn(source).map(({ text }) => text)).toEqual([
    'A letter from us',
    'Call it off',
    '{} cannot come',
    'Mended by hand',
    'We will write',
  ])
  expect(textsIn(source).every(({ text }) => offences(text).length > 0)).toBe(true)
})

test.each([
  "We'll send your receipt and session link here.",
  '30-day money-back guarantee',
  'Your seat is confirmed.',
  ...Object.keys(WORDS.fixed),
])('our own words are left alone: %s', (text) => {
  expect(offences(text)).toEqual([])
})

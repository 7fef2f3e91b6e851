/**
 * One shape for the keys of queries: the method, the path, and what it is about, as `$api` and
 * `getQuery` make them. A key that begins with its path is another one for the same answer, and
 * whoever invalidates the first leaves the second as it was.
 */
import ts from 'typescript'

const isPath = (text: string | undefined) => text?.startsWith('/api/') ?? false

function unwrapped(node: ts.Expression): ts.Expression {
  return ts.isAsExpression(node) || ts.isParenthesizedExpression(node)
    ? unwrapped(node.expression)
    : node
}

/** The keys in a file that begin with a path, each as it is written. */
export function handWrittenKeys(source: string): string[] {
  // Reading a file properly takes long, and most know no path.
  if (!source.includes('/api/')) return []
  const file = ts.createSourceFile('file.tsx', source, ts.ScriptTarget.Latest, true)
  const constants = new Map<string, string>()
  const found: string[] = []

  const textOf = (node: ts.Expression | undefined): string | undefined => {
    if (!node) return undefined
    if (ts.isStringLiteralLike(node)) return node.text
    return ts.isIdentifier(node) ? constants.get(node.text) : undefined
  }

  const visit = (node: ts.Node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      const value = unwrapped(node.initializer)
      if (ts.isStringLiteralLike(value)) constants.set(node.name.text, value.text)
    }
    if (ts.isArrayLiteralExpression(node) && isPath(textOf(node.elements[0]))) {
      const parent = node.parent
      const isNamedKey = ts.isPropertyAssignment(parent) && parent.name.getText() === 'queryKey'
      const isAlone = node.elements.length === 1
      const isVariable =
        (ts.isVariableDeclaration(parent) ? parent : undefined)?.name.getText().match(/key$/i) !=
        null
      if (isNamedKey || isAlone || isVariable) found.push(node.getText())
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

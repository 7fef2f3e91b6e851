/** Compresses every text file of the build once, as hard as it goes, so that nginx need not. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const OUT = 'dist'
const WORTH_IT_BYTES = 256

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

const files = (await readdir(OUT, { recursive: true })).filter((name) =>
  /\.(css|html|js|json|svg|txt|webmanifest|xml)$/.test(name),
)
await Promise.all(
  files.map(async (name) => {
    const file = path.join(OUT, name)
    const content = await readFile(file)
    if (content.length < WORTH_IT_BYTES) return
    const params = {
      [zlib.constants.BROTLI_PARAM_QUALITY]: zlib.constants.BROTLI_MAX_QUALITY,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    }
    await writeFile(`${file}.br`, await brotli(content, { params }))
    await writeFile(`${file}.gz`, await gzip(content, { level: zlib.constants.Z_BEST_COMPRESSION }))
  }),
)
console.log(`compressed ${files.length} files`)

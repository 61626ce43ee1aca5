"""What a build keeps beside Sphinx's output of what it did, and by which the next one sees what is left to do.

How a build is recognised that has nothing to do
------------------------------------------------
There are two ways, and both end in the last `Outcome`, kept in the file `settled-*` beside the doctrees.

By sizes and times: before documents are read, `inspect_project` lists the repository without opening a file and sums
up what it sees. `outcome_by_stat` compares that with the last outcome. It is not asked if Sphinx has documents to
read, if everything is to be written, or if all parts are loaded anyway; and where times do not tell, because a file
was just changed, a listener has a say or a plug-in is installed, the sum is empty and equals nothing. The build is
skipped (`Phase.IDLE`): nothing else is loaded.

By content: after documents are read, `outcome_by_content` compares what files say, the settings and the program with
the last outcome. The files are read (`Phase.READ`), and nothing is linked or planned. If only the times were new, the
outcome is written once more with the new ones, so that the next build need not read.

Both then ask the same: whether documents are what they were, whether the output folder was last written by this builder
and is complete, whether it has the files that it had, whether our doctrees are there, whether no document was left
unwritten, and whether Sphinx itself finds nothing outdated. What is skipped is resumed by whoever asks for the
repository, by documents that are read, and by documents that are written.

The states that stand for something
-----------------------------------
Of files:

- `SourceFile.digest`: the content of a file. Part of the key of its facts and of `RepositoryState.digest`.
- `FileState.times`: size, times and number of a file. `memory.files` compares it to know whether to open the file.
- `FilesRead.keys`: path, content, language and its version, program. `memory.facts` finds what a file says by it.
- `Interface.digest`: what others can see of a Python file; the effective digest adds what its imports lead to.
  `memory.links` compares both to know whether a link still holds.
- `LastLinkRun.environment`: what all of these hang on beside the files. Compared by `memory.links`.

Of the program:

- `program_digest()`: the content of the package. Part of the keys of facts and of `RepositoryState.shared`.
- `program_look()`: sizes and times of the package. Part of `ProjectState.stat_digest`.

Of the project, from the smallest to the largest:

- `ProjectState.stat_digest`: program and files by sizes and times, settings, language, hosting, inventories of others.
  `outcome_by_stat` compares it with `Outcome.stat_digest`; `RepositoryState.stat_digest` hands it on, or is empty if a
  file could not be read.
- `RepositoryState.shared`: program, plug-ins, settings, language, inventories, symbols that are left out; no file.
- `BuildState.shared`: that, with the kinds of pages and what listeners made of keywords. Part of `page_state()`.
- `RepositoryState.digest`: `shared`, hosting, and what every file is and says. `outcome_by_content` compares it with
  `Outcome.repository`, and `authored.document_links` with the state that the blocks of code were looked at for.
- `KeywordDomain.edition`: another one whenever a document was read or removed. Compared with `Outcome.documents`.
- `BuildState.digest`: `RepositoryState.digest` with what documents say. It stands for all pages. Compared with
  `OutputRecord.digest` (`is_complete`), `Manifest.digest` (`output_folder`), `Outcome.digest`, and the domain's `read`,
  for which our documents were read (`phases`).

Of the output folder:

- `page_state()`: `BuildState.shared`, Sphinx's settings, extensions, templates, and what the theme puts around a page.
  `output_folder` compares it with `Manifest.state`: if it is another one, every page is made.
- `Manifest.states`: by aspect and key, what pages were made from. `Manifest.outdated` compares them page by page.
- `Group.files`: the content of each page. `output_folder` compares it to know whether a page has to be written.
- `OutputRecord.writer`: the builder and its doctrees. Whoever finds another one trusts nothing that it remembers.
- `Outcome.files`: the names of the files below the folder of our pages. Compared by `last_outcome`.
- `Session.inventory`: what the inventory was made from, and how its file looks. Compared by `inventory`.
- `_SearchFile` in `unfinished_documents`: how the search index looked that the last build left which came to its end.
- the states in `document_states`: what each document shows of the repository, compared when all is joined.
"""

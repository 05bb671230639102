<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name></name>
    <message numerus="yes">
        <source>%n accepted</source>
        <translation>
            <numerusform>%n accepted</numerusform>
            <numerusform>%n accepted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n added</source>
        <translation>
            <numerusform>%n added</numerusform>
            <numerusform>%n added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n archived memories</source>
        <translation>
            <numerusform>1 archived memory</numerusform>
            <numerusform>%n archived memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n archived or inactive matches.</source>
        <translation>
            <numerusform>1 archived or inactive match.</numerusform>
            <numerusform>%n archived or inactive matches.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n are left: they contradict or update other memories</source>
        <translation>
            <numerusform>1 is left: it contradicts or updates another memory</numerusform>
            <numerusform>%n are left: they contradict or update other memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n are not read until you start them</source>
        <translation>
            <numerusform>1 is not read until you start it</numerusform>
            <numerusform>%n are not read until you start them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n are saved already.</source>
        <translation>
            <numerusform>%n is saved already.</numerusform>
            <numerusform>%n are saved already.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n by you</source>
        <translation>
            <numerusform>%n by you</numerusform>
            <numerusform>%n by you</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bytes</source>
        <translation>
            <numerusform>1 byte</numerusform>
            <numerusform>%n bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n calls</source>
        <translation>
            <numerusform>1 call</numerusform>
            <numerusform>%n calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n calls without a price</source>
        <translation>
            <numerusform>1 call without a price</numerusform>
            <numerusform>%n calls without a price</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n characters too long.</source>
        <translation>
            <numerusform>%n character too long.</numerusform>
            <numerusform>%n characters too long.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n confirmed outdated</source>
        <translation>
            <numerusform>%n confirmed outdated</numerusform>
            <numerusform>%n confirmed outdated</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conflicts</source>
        <translation>
            <numerusform>1 conflict</numerusform>
            <numerusform>%n conflicts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conflicts decided</source>
        <translation>
            <numerusform>1 conflict decided</numerusform>
            <numerusform>%n conflicts decided</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conflicts found</source>
        <translation>
            <numerusform>1 conflict found</numerusform>
            <numerusform>%n conflicts found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conflicts with your memories: you decide them in Conflicts.</source>
        <translation>
            <numerusform>%n conflict with your memories: you decide it in Conflicts.</numerusform>
            <numerusform>%n conflicts with your memories: you decide them in Conflicts.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations</source>
        <translation>
            <numerusform>1 conversation</numerusform>
            <numerusform>%n conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations are ignored</source>
        <translation>
            <numerusform>This conversation is ignored</numerusform>
            <numerusform>%n conversations are ignored</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations are no longer ignored</source>
        <translation>
            <numerusform>This conversation is no longer ignored</numerusform>
            <numerusform>%n conversations are no longer ignored</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations are read now</source>
        <translation>
            <numerusform>1 conversation is read now</numerusform>
            <numerusform>%n conversations are read now</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations are waiting; nothing was lost.</source>
        <translation>
            <numerusform>1 conversation is waiting; nothing was lost.</numerusform>
            <numerusform>%n conversations are waiting; nothing was lost.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations are with Anthropic, answered within a day.</source>
        <translation>
            <numerusform>1 conversation is with Anthropic, answered within a day.</numerusform>
            <numerusform>%n conversations are with Anthropic, answered within a day.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations found</source>
        <translation>
            <numerusform>1 conversation found</numerusform>
            <numerusform>%n conversations found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations imported</source>
        <translation>
            <numerusform>1 conversation imported</numerusform>
            <numerusform>%n conversations imported</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations read</source>
        <translation>
            <numerusform>1 conversation read</numerusform>
            <numerusform>%n conversations read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations to read</source>
        <translation>
            <numerusform>1 conversation to read</numerusform>
            <numerusform>%n conversations to read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations to read.</source>
        <translation>
            <numerusform>1 conversation to read.</numerusform>
            <numerusform>%n conversations to read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n could not be read</source>
        <translation>
            <numerusform>1 file could not be read</numerusform>
            <numerusform>%n could not be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n damaged memories</source>
        <translation>
            <numerusform>1 damaged memory</numerusform>
            <numerusform>%n damaged memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n days</source>
        <translation>
            <numerusform>1 day</numerusform>
            <numerusform>%n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n days ago</source>
        <translation>
            <numerusform>%n day ago</numerusform>
            <numerusform>%n days ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n days apart</source>
        <translation>
            <numerusform>%n day apart</numerusform>
            <numerusform>%n days apart</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n details</source>
        <translation>
            <numerusform>%n detail</numerusform>
            <numerusform>%n details</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n did not work</source>
        <translation>
            <numerusform>%n did not work</numerusform>
            <numerusform>%n did not work</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n duplicates</source>
        <translation>
            <numerusform>1 duplicate</numerusform>
            <numerusform>%n duplicates</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n edits undone</source>
        <translation>
            <numerusform>Edit undone</numerusform>
            <numerusform>%n edits undone</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries</source>
        <translation>
            <numerusform>1 entry</numerusform>
            <numerusform>%n entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries are skipped.</source>
        <translation>
            <numerusform>%n entry is skipped.</numerusform>
            <numerusform>%n entries are skipped.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries were added to the file outside Arbor and need review.</source>
        <translation>
            <numerusform>%n entry was added to the file outside Arbor and needs review.</numerusform>
            <numerusform>%n entries were added to the file outside Arbor and need review.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n errors</source>
        <translation>
            <numerusform>1 error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n errors not solved</source>
        <translation>
            <numerusform>1 error not solved</numerusform>
            <numerusform>%n errors not solved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n errors solved</source>
        <translation>
            <numerusform>1 error solved</numerusform>
            <numerusform>%n errors solved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files</source>
        <translation>
            <numerusform>1 file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>%n found</numerusform>
            <numerusform>%n found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n h ago</source>
        <translation>
            <numerusform>%n h ago</numerusform>
            <numerusform>%n h ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hooks not responding</source>
        <translation>
            <numerusform>%n hook not responding</numerusform>
            <numerusform>%n hooks not responding</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hours ago</source>
        <translation>
            <numerusform>1 hour ago</numerusform>
            <numerusform>%n hours ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n installed</source>
        <translation>
            <numerusform>1 installed</numerusform>
            <numerusform>%n installed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n kept</source>
        <translation>
            <numerusform>%n kept</numerusform>
            <numerusform>%n kept</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lines added</source>
        <translation>
            <numerusform>1 line added</numerusform>
            <numerusform>%n lines added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lines removed</source>
        <translation>
            <numerusform>1 line removed</numerusform>
            <numerusform>%n lines removed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n links</source>
        <translation>
            <numerusform>1 link</numerusform>
            <numerusform>%n links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n long memories</source>
        <translation>
            <numerusform>1 long memory</numerusform>
            <numerusform>%n long memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n made</source>
        <translation>
            <numerusform>made</numerusform>
            <numerusform>%n made</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n marked outdated</source>
        <translation>
            <numerusform>%n marked outdated</numerusform>
            <numerusform>%n marked outdated</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n matches</source>
        <translation>
            <numerusform>%n match</numerusform>
            <numerusform>%n matches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n matches are hidden by filters.</source>
        <translation>
            <numerusform>1 match is hidden by filters.</numerusform>
            <numerusform>%n matches are hidden by filters.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories</source>
        <translation>
            <numerusform>1 memory</numerusform>
            <numerusform>%n memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories accepted</source>
        <translation>
            <numerusform>Memory accepted</numerusform>
            <numerusform>%n memories accepted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories archived</source>
        <translation>
            <numerusform>Memory archived</numerusform>
            <numerusform>%n memories archived</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories are back</source>
        <translation>
            <numerusform>Memory is back</numerusform>
            <numerusform>%n memories are back</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories are global</source>
        <translation>
            <numerusform>Global from now on</numerusform>
            <numerusform>%n memories are global</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories below.</source>
        <translation>
            <numerusform>1 memory below.</numerusform>
            <numerusform>%n memories below.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories changed</source>
        <translation>
            <numerusform>1 memory changed</numerusform>
            <numerusform>%n memories changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories confirmed</source>
        <translation>
            <numerusform>Confirmed</numerusform>
            <numerusform>%n memories confirmed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories confirmed to be outdated</source>
        <translation>
            <numerusform>%n memory confirmed to be outdated</numerusform>
            <numerusform>%n memories confirmed to be outdated</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories deleted</source>
        <translation>
            <numerusform>Memory deleted</numerusform>
            <numerusform>%n memories deleted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories deleted permanently</source>
        <translation>
            <numerusform>%n memory deleted permanently</numerusform>
            <numerusform>%n memories deleted permanently</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories exported to {file}</source>
        <translation>
            <numerusform>%n memory exported to {file}</numerusform>
            <numerusform>%n memories exported to {file}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories found</source>
        <translation>
            <numerusform>1 memory found</numerusform>
            <numerusform>%n memories found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories imported</source>
        <translation>
            <numerusform>%n memory imported</numerusform>
            <numerusform>%n memories imported</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories limited to projects</source>
        <translation>
            <numerusform>Limited to its project</numerusform>
            <numerusform>%n memories limited to projects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories merged</source>
        <translation>
            <numerusform>%n memory merged</numerusform>
            <numerusform>%n memories merged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories need review.</source>
        <translation>
            <numerusform>%n memory needs review.</numerusform>
            <numerusform>%n memories need review.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories rejected</source>
        <translation>
            <numerusform>Memory rejected</numerusform>
            <numerusform>%n memories rejected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories removed again</source>
        <translation>
            <numerusform>Memory removed again</numerusform>
            <numerusform>%n memories removed again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories restored</source>
        <translation>
            <numerusform>Memory restored</numerusform>
            <numerusform>%n memories restored</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories restored</source>
        <comment>by undoing a run</comment>
        <translation>
            <numerusform>1 memory restored</numerusform>
            <numerusform>%n memories restored</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories saved</source>
        <translation>
            <numerusform>1 memory saved</numerusform>
            <numerusform>%n memories saved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories selected</source>
        <translation>
            <numerusform>%n memory selected</numerusform>
            <numerusform>%n memories selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories shared first</source>
        <translation>
            <numerusform>1 memory shared first</numerusform>
            <numerusform>%n memories shared first</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories without links are not shown</source>
        <translation>
            <numerusform>1 memory without links is not shown</numerusform>
            <numerusform>%n memories without links are not shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n messages</source>
        <translation>
            <numerusform>1 message</numerusform>
            <numerusform>%n messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n min ago</source>
        <translation>
            <numerusform>%n min ago</numerusform>
            <numerusform>%n min ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n months</source>
        <translation>
            <numerusform>%n month</numerusform>
            <numerusform>%n months</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n months ago</source>
        <translation>
            <numerusform>%n month ago</numerusform>
            <numerusform>%n months ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n months apart</source>
        <translation>
            <numerusform>%n month apart</numerusform>
            <numerusform>%n months apart</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more like this.</source>
        <translation>
            <numerusform>%n more like this.</numerusform>
            <numerusform>%n more like this.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more memories shared</source>
        <translation>
            <numerusform>1 more memory shared</numerusform>
            <numerusform>%n more memories shared</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n need review.</source>
        <translation>
            <numerusform>1 needs review.</numerusform>
            <numerusform>%n need review.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new</source>
        <translation>
            <numerusform>%n new</numerusform>
            <numerusform>%n new</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new conflicts</source>
        <translation>
            <numerusform>1 new conflict</numerusform>
            <numerusform>%n new conflicts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new memories</source>
        <translation>
            <numerusform>1 new memory</numerusform>
            <numerusform>%n new memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of the project left out</source>
        <translation>
            <numerusform>%n of the project left out</numerusform>
            <numerusform>%n of the project left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them have no price.</source>
        <translation>
            <numerusform>%n of them has no price.</numerusform>
            <numerusform>%n of them have no price.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n old messages</source>
        <translation>
            <numerusform>1 old message</numerusform>
            <numerusform>%n old messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n old outcomes</source>
        <translation>
            <numerusform>1 old outcome</numerusform>
            <numerusform>%n old outcomes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n outdated</source>
        <translation>
            <numerusform>%n outdated</numerusform>
            <numerusform>%n outdated</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pairs</source>
        <translation>
            <numerusform>1 pair</numerusform>
            <numerusform>%n pairs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pictures saved in {folder}</source>
        <translation>
            <numerusform>%n picture saved in {folder}</numerusform>
            <numerusform>%n pictures saved in {folder}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n places</source>
        <translation>
            <numerusform>%n place</numerusform>
            <numerusform>%n places</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n private ones left out</source>
        <translation>
            <numerusform>%n private one left out</numerusform>
            <numerusform>%n private ones left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n problems found</source>
        <translation>
            <numerusform>1 problem found</numerusform>
            <numerusform>%n problems found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n problems of the file</source>
        <translation>
            <numerusform>1 problem of the file</numerusform>
            <numerusform>%n problems of the file</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n projects</source>
        <translation>
            <numerusform>1 project</numerusform>
            <numerusform>%n projects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n records</source>
        <translation>
            <numerusform>1 record</numerusform>
            <numerusform>%n records</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rejected</source>
        <translation>
            <numerusform>%n rejected</numerusform>
            <numerusform>%n rejected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n removed</source>
        <translation>
            <numerusform>%n removed</numerusform>
            <numerusform>%n removed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs failed.</source>
        <translation>
            <numerusform>%n run failed.</numerusform>
            <numerusform>%n runs failed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n search indexes</source>
        <translation>
            <numerusform>1 search index</numerusform>
            <numerusform>%n search indexes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n shared</source>
        <translation>
            <numerusform>%n shared</numerusform>
            <numerusform>%n shared</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n shown</source>
        <translation>
            <numerusform>%n shown</numerusform>
            <numerusform>%n shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n similar tasks</source>
        <translation>
            <numerusform>1 similar task</numerusform>
            <numerusform>%n similar tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sources</source>
        <translation>
            <numerusform>1 source</numerusform>
            <numerusform>%n sources</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suggested</source>
        <translation>
            <numerusform>%n suggested</numerusform>
            <numerusform>%n suggested</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suggestions</source>
        <translation>
            <numerusform>1 suggestion</numerusform>
            <numerusform>%n suggestions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suggestions accepted</source>
        <translation>
            <numerusform>%n suggestion accepted</numerusform>
            <numerusform>%n suggestions accepted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suggestions from AI tools</source>
        <translation>
            <numerusform>1 suggestion from an AI tool</numerusform>
            <numerusform>%n suggestions from AI tools</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suggestions need review again</source>
        <translation>
            <numerusform>%n suggestion needs review again</numerusform>
            <numerusform>%n suggestions need review again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suggestions rejected</source>
        <translation>
            <numerusform>%n suggestion rejected</numerusform>
            <numerusform>%n suggestions rejected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n summaries</source>
        <translation>
            <numerusform>1 summary</numerusform>
            <numerusform>%n summaries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n times</source>
        <translation>
            <numerusform>once</numerusform>
            <numerusform>%n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n to read</source>
        <translation>
            <numerusform>%n to read</numerusform>
            <numerusform>%n to read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n to review</source>
        <translation>
            <numerusform>%n to review</numerusform>
            <numerusform>%n to review</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tok</source>
        <translation>
            <numerusform>%n tok</numerusform>
            <numerusform>%n tok</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tokens</source>
        <translation>
            <numerusform>1 token</numerusform>
            <numerusform>%n tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tool calls</source>
        <translation>
            <numerusform>%n tool call</numerusform>
            <numerusform>%n tool calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n updated</source>
        <translation>
            <numerusform>%n updated</numerusform>
            <numerusform>%n updated</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n used</source>
        <translation>
            <numerusform>%n used</numerusform>
            <numerusform>%n used</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n vectors</source>
        <translation>
            <numerusform>1 vector</numerusform>
            <numerusform>%n vectors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n very certain, but in conflict</source>
        <translation>
            <numerusform>%n very certain, but in conflict</numerusform>
            <numerusform>%n very certain, but in conflict</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n weeks ago</source>
        <translation>
            <numerusform>%n week ago</numerusform>
            <numerusform>%n weeks ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n weeks apart</source>
        <translation>
            <numerusform>%n week apart</numerusform>
            <numerusform>%n weeks apart</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n were changed since and stay</source>
        <translation>
            <numerusform>1 was changed since and stays</numerusform>
            <numerusform>%n were changed since and stay</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n were wrong</source>
        <translation>
            <numerusform>%n was wrong</numerusform>
            <numerusform>%n were wrong</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n years</source>
        <translation>
            <numerusform>%n year</numerusform>
            <numerusform>%n years</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Accept %n very certain</source>
        <translation>
            <numerusform>Accept %n very certain</numerusform>
            <numerusform>Accept %n very certain</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Accepts %n memories, but for those that contradict or update others</source>
        <translation>
            <numerusform>Accepts %n memory, unless it contradicts or updates another</numerusform>
            <numerusform>Accepts %n memories, but for those that contradict or update others</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>After %n days unused</source>
        <translation>
            <numerusform>After 1 day unused</numerusform>
            <numerusform>After %n days unused</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Archived %n memories</source>
        <translation>
            <numerusform>Archived 1 memory</numerusform>
            <numerusform>Archived %n memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Couldn&apos;t read %n conversations</source>
        <translation>
            <numerusform>Couldn&apos;t read %n conversation</numerusform>
            <numerusform>Couldn&apos;t read %n conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n conversations?</source>
        <translation>
            <numerusform>Delete %n conversation?</numerusform>
            <numerusform>Delete %n conversations?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n memories permanently?</source>
        <translation>
            <numerusform>Delete %n memory permanently?</numerusform>
            <numerusform>Delete %n memories permanently?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Doesn&apos;t fit: %n tokens</source>
        <translation>
            <numerusform>Doesn&apos;t fit: %n token</numerusform>
            <numerusform>Doesn&apos;t fit: %n tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import %n memories from {file}?</source>
        <translation>
            <numerusform>Import %n memory from {file}?</numerusform>
            <numerusform>Import %n memories from {file}?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Memories in about %n min.</source>
        <translation>
            <numerusform>Memories in about %n min.</numerusform>
            <numerusform>Memories in about %n min.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Memories in about %n s.</source>
        <translation>
            <numerusform>Memories in about %n s.</numerusform>
            <numerusform>Memories in about %n s.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Memories were shared with 1 session in the last %n days.</source>
        <translation>
            <numerusform>Memories were shared with 1 session in the last %n day.</numerusform>
            <numerusform>Memories were shared with 1 session in the last %n days.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Memories were shared with {count} sessions in the last %n days.</source>
        <translation>
            <numerusform>Memories were shared with {count} sessions in the last %n day.</numerusform>
            <numerusform>Memories were shared with {count} sessions in the last %n days.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Merge %n memories</source>
        <translation>
            <numerusform>Merge %n memory</numerusform>
            <numerusform>Merge %n memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No memories shared in the last %n days.</source>
        <translation>
            <numerusform>No memories shared in the last %n day.</numerusform>
            <numerusform>No memories shared in the last %n days.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Read %n</source>
        <translation>
            <numerusform>Read %n</numerusform>
            <numerusform>Read %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Read %n conversations again with {model}?</source>
        <translation>
            <numerusform>Read %n conversation again with {model}?</numerusform>
            <numerusform>Read %n conversations again with {model}?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Read %n now</source>
        <translation>
            <numerusform>Read %n now</numerusform>
            <numerusform>Read %n now</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading %n conversations…</source>
        <translation>
            <numerusform>Reading 1 conversation…</numerusform>
            <numerusform>Reading %n conversations…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading %n files …</source>
        <translation>
            <numerusform>Reading %n file …</numerusform>
            <numerusform>Reading %n files …</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Ready · watching %n sources</source>
        <translation>
            <numerusform>Ready · watching 1 source</numerusform>
            <numerusform>Ready · watching %n sources</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Scanned %n min ago</source>
        <translation>
            <numerusform>Scanned %n min ago</numerusform>
            <numerusform>Scanned %n min ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Searching %n memories</source>
        <translation>
            <numerusform>Searching 1 memory</numerusform>
            <numerusform>Searching %n memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n earlier messages</source>
        <translation>
            <numerusform>Show 1 earlier message</numerusform>
            <numerusform>Show %n earlier messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n of every status</source>
        <translation>
            <numerusform>Show %n of every status</numerusform>
            <numerusform>Show %n of every status</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n uses</source>
        <translation>
            <numerusform>Show 1 use</numerusform>
            <numerusform>Show %n uses</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n without filters</source>
        <translation>
            <numerusform>Show %n without filters</numerusform>
            <numerusform>Show %n without filters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all %n</source>
        <translation>
            <numerusform>Show all %n</numerusform>
            <numerusform>Show all %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all %n backups</source>
        <translation>
            <numerusform>Show all %n backups</numerusform>
            <numerusform>Show all %n backups</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all %n characters</source>
        <translation>
            <numerusform>Show all %n characters</numerusform>
            <numerusform>Show all %n characters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all %n rules</source>
        <translation>
            <numerusform>Show all %n rules</numerusform>
            <numerusform>Show all %n rules</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Tagged %n memories</source>
        <translation>
            <numerusform>Tagged 1 memory</numerusform>
            <numerusform>Tagged %n memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>These %n memories</source>
        <translation>
            <numerusform>This memory</numerusform>
            <numerusform>These %n memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Used %n times</source>
        <translation>
            <numerusform>Used once</numerusform>
            <numerusform>Used %n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Used %n×</source>
        <translation>
            <numerusform>Used once</numerusform>
            <numerusform>Used %n×</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Using %n memories</source>
        <translation>
            <numerusform>Using 1 memory</numerusform>
            <numerusform>Using %n memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You decided %n conflicts.</source>
        <translation>
            <numerusform>You decided 1 conflict.</numerusform>
            <numerusform>You decided %n conflicts.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n h</source>
        <translation>
            <numerusform>about %n h</numerusform>
            <numerusform>about %n h</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n min</source>
        <translation>
            <numerusform>about %n min</numerusform>
            <numerusform>about %n min</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and 1 more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n older changes</source>
        <translation>
            <numerusform>and %n older change</numerusform>
            <numerusform>and %n older changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>by type, last %n days</source>
        <translation>
            <numerusform>by type, last day</numerusform>
            <numerusform>by type, last %n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>by type, last %n weeks</source>
        <translation>
            <numerusform>by type, last week</numerusform>
            <numerusform>by type, last %n weeks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>from %n conversations</source>
        <translation>
            <numerusform>from 1 conversation</numerusform>
            <numerusform>from %n conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>not delivered %n times</source>
        <translation>
            <numerusform>not delivered once</numerusform>
            <numerusform>not delivered %n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of %n in use</source>
        <translation>
            <numerusform>of %n in use</numerusform>
            <numerusform>of %n in use</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>reading %n</source>
        <translation>
            <numerusform>reading 1</numerusform>
            <numerusform>reading %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>reading %n statements of summaries</source>
        <translation>
            <numerusform>reading %n statement of summaries</numerusform>
            <numerusform>reading %n statements of summaries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the memory of %n branches</source>
        <translation>
            <numerusform>the memory of 1 branch</numerusform>
            <numerusform>the memory of %n branches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the model %n times</source>
        <translation>
            <numerusform>the model once</numerusform>
            <numerusform>the model %n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the text of %n conversations</source>
        <translation>
            <numerusform>the text of 1 conversation</numerusform>
            <numerusform>the text of %n conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>used %n times</source>
        <translation>
            <numerusform>used once</numerusform>
            <numerusform>used %n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{about}, and %n more.</source>
        <translation>
            <numerusform>{about}, and %n more.</numerusform>
            <numerusform>{about}, and %n more.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{first}, and %n more</source>
        <translation>
            <numerusform>{first}, and %n more</numerusform>
            <numerusform>{first}, and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… %n more lines</source>
        <translation>
            <numerusform>… %n more line</numerusform>
            <numerusform>… %n more lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… %n unchanged lines</source>
        <translation>
            <numerusform>… 1 unchanged line</numerusform>
            <numerusform>… %n unchanged lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… and %n more lines</source>
        <translation>
            <numerusform>… and %n more line</numerusform>
            <numerusform>… and %n more lines</numerusform>
        </translation>
    </message>
</context>
</TS>

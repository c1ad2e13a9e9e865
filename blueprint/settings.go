package blueprint

import (
	"reflect"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// settings are the settings of the stack from which arguments were read, by their fields.
type settings map[check.Path]setting

// setting is a setting and the value that it gave its field.
type setting struct {
	name  check.Path
	value any
}

// settingsOf returns the settings with the names, from which args were read.
func settingsOf(args any, names map[check.Path]check.Path) settings {
	all := settings{}
	for field, name := range names {
		all[field] = setting{name, valueAt(field, args)}
	}
	return all
}

func valueAt(path check.Path, args any) any {
	value, set := path.At(args)
	if !set {
		return nil
	}
	return value.Interface()
}

// move returns how the problems of args, which are at a path, are moved to the settings. A field that the program has set itself stays.
func (s settings) move(path check.Path, args any) check.Move {
	named := func(at check.Path) check.Path {
		for field, setting := range s {
			if below, found := at.Below(path + field); found && reflect.DeepEqual(setting.value, valueAt(field, args)) {
				return "setting " + setting.name + below
			}
		}
		return at
	}
	return func(problem *check.Problem) *check.Problem {
		moved := *problem
		moved.Path, moved.Other = named(problem.Path), named(problem.Other)
		return &moved
	}
}
